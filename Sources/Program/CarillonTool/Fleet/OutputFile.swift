import Glibc

/// A file that a command writes, which must not exist yet.
enum OutputFile {
    /// Checks that a file can be made.
    ///
    /// - Throws: `UsageError` if the file exists, or `Failure` if its folder cannot take it.
    static func check(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw exists(path) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK | X_OK) == 0 else { throw failure(path, errno: errno) }
    }

    /// Writes a file, by default one that only the user can read. A file that cannot be written completely is removed.
    ///
    /// - Throws: `UsageError` if the file exists, or `Failure`.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw errno == EEXIST ? exists(path) : failure(path, errno: errno) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { break }
            rest = rest.dropFirst(count)
        }
        let error = errno
        guard close(descriptor) == 0, rest.isEmpty else {
            unlink(path)
            throw failure(path, errno: error)
        }
    }

    private static func exists(_ path: String) -> UsageError {
        UsageError("\"\(path)\" exists; name another file with --output")
    }

    private static func failure(_ path: String, errno: Int32) -> Failure {
        Failure("cannot write \"\(path)\": \(String(cString: strerror(errno)))")
    }
}
