#if CARILLON_PAGE
    import Dispatch
    import Glibc

    /// A recorded session as a Swift test, by a run of this program with `--export`.
    ///
    /// It is a process of its own, because the application's function may be called once in a process.
    enum SessionTest {
        /// Waits for the other process, one at a time.
        private static let queue = DispatchQueue(label: "carillon-export", qos: .background)

        /// Makes the test on another thread, and calls `then` there: with nil if the session cannot be exported.
        static func make(of session: [UInt8], then: @escaping @Sendable ([UInt8]?) -> Void) {
            queue.async { then(text(of: session)) }
        }

        private static func text(of session: [UInt8]) -> [UInt8]? {
            guard let path = strdup("/tmp/session-XXXXXX") else { return nil }
            defer { free(path) }
            let descriptor = mkstemp(path)
            guard descriptor >= 0 else { return nil }
            defer {
                close(descriptor)
                unlink(path)
            }
            guard session.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == session.count else {
                return nil
            }
            return output(of: ["carillon", "--export", String(cString: path)])
        }

        /// Runs this program with other arguments.
        private static func output(of arguments: [String]) -> [UInt8]? {
            var pipe: [Int32] = [0, 0]
            guard Glibc.pipe(&pipe) == 0 else { return nil }
            for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var files = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&files)
            defer { posix_spawn_file_actions_destroy(&files) }
            posix_spawn_file_actions_adddup2(&files, pipe[1], STDOUT_FILENO)
            let words = arguments.map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var process = pid_t()
            let failure = posix_spawn(&process, "/proc/self/exe", &files, nil, words, environ)
            close(pipe[1])
            defer { close(pipe[0]) }
            guard failure == 0 else { return nil }
            var bytes: [UInt8] = []
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { piece in
                while case let count = read(pipe[0], piece.baseAddress, piece.count), count > 0 {
                    bytes += piece.prefix(count)
                }
            }
            var status: Int32 = 0
            guard waitpid(process, &status, 0) == process, status == 0 else { return nil }
            return bytes
        }
    }
#endif
