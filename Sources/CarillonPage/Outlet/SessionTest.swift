import CarillonScheduling
import Glibc

/// A recorded session as a Swift test, by a run of this program with `--export`.
///
/// It is a process of its own, because the application's function may be called once in a process.
final class SessionTest: Sendable {
    private struct State {
        var process: pid_t?
        var hasEnded = false
    }

    private let state = Locked(State())

    /// Ends the other process. `text(of:)` then returns nil.
    @Sendable func end() {
        state.withLock { state in
            state.hasEnded = true
            if let process = state.process { kill(process, SIGKILL) }
        }
    }

    /// Returns the test; nil if the session cannot be exported. Waits for the other process.
    func text(of session: [UInt8]) -> [UInt8]? {
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
    private func output(of arguments: [String]) -> [UInt8]? {
        var pipe: [Int32] = [0, 0]
        guard Glibc.pipe(&pipe) == 0 else { return nil }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(pipe[0]) }
        let process = start(arguments, output: pipe[1])
        close(pipe[1])
        guard let process else { return nil }
        var bytes: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { piece in
            while case let count = read(pipe[0], piece.baseAddress, piece.count), count > 0 {
                bytes += piece.prefix(count)
            }
        }
        // Until it has been waited for, no other process has its number.
        var information = siginfo_t()
        waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
        let status = state.withLock { state in
            state.process = nil
            var status: Int32 = -1
            return waitpid(process, &status, 0) == process ? status : -1
        }
        return status == 0 ? bytes : nil
    }

    /// - Returns: The process; nil if it cannot be started, or after `end()`.
    private func start(_ arguments: [String], output: Int32) -> pid_t? {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        return state.withLock { state in
            var process = pid_t()
            guard !state.hasEnded, posix_spawn(&process, "/proc/self/exe", &files, nil, words, environ) == 0
            else { return nil }
            state.process = process
            return process
        }
    }
}
