import CLibrary

/// Reads small files.
package enum FileContents {
    /// The reason why a file was not read, in words for the user.
    package struct Failure: Error {
        /// The operation that failed, and the reason.
        package let description: String
    }

    /// Reads the whole file at `path`.
    ///
    /// - Parameter limit: The maximum size in bytes; reading a larger file throws.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe blocks until there is a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot open the file") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("cannot read the file") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(description: "not a regular file") }
        var bytes: [UInt8] = []
        let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { piece in
            var count = 0
            repeat {
                count = pread(descriptor, piece.baseAddress, piece.count, off_t(bytes.count))
                bytes += piece.prefix(max(0, count))
            } while count > 0 && bytes.count <= limit
            return count
        }
        guard count >= 0 else { throw failure("cannot read the file") }
        guard bytes.count <= limit else { throw Failure(description: "the file has more than \(limit) bytes") }
        return bytes
    }

    private static func failure(_ what: String) -> Failure {
        Failure(description: "\(what): \(String(cString: strerror(errno)))")
    }
}
