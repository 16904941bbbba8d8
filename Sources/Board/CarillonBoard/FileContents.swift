import CLibrary

/// Reads small files.
package enum FileContents {
    /// The reason why a file was not read, in words for the user.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        /// The operation that failed, and the reason.
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    /// Reads the whole file at `path`.
    ///
    /// - Parameter limit: The maximum size in bytes; reading a larger file throws.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path, limit: limit) { bytes += $0 }
        return bytes
    }

    /// Reads the file at `path` in pieces of 4 KiB, the last of which may be smaller.
    package static func read(_ path: String, limit: Int, _ use: (ArraySlice<UInt8>) -> Void) throws(Failure) {
        // Without O_NONBLOCK, opening a pipe blocks until there is a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot open the file") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("cannot read the file") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("not a regular file") }
        var piece = [UInt8](repeating: 0, count: 4096)
        var (size, count) = (0, 0)
        repeat {
            count = piece.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(size)) }
            guard count >= 0 else { throw failure("cannot read the file") }
            size += count
            guard size <= limit else { throw Failure("the file has more than \(limit) bytes") }
            if count > 0 { use(piece[..<count]) }
        } while count > 0
    }

    private static func failure(_ what: String) -> Failure {
        Failure("\(what): \(String(cString: strerror(errno)))")
    }
}
