import CLibrary

/// The file of a recording that is under way, for readers of its parts.
package struct SessionReader: Sendable {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// Reads a part of the file.
    ///
    /// - Parameter count: The number of bytes. Fewer are read at the end of the file.
    /// - Returns: The bytes, and the size of the file.
    /// - Throws: `SessionError.unreadable`.
    package func read(_ count: Int, at offset: Int) throws(SessionError) -> (bytes: [UInt8], size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: max(0, min(count, size - offset)))
        let length = bytes.count
        let result = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, length, off_t(offset)) }
        guard size >= 0, result >= 0 else { throw failure }
        return (Array(bytes.prefix(result)), size)
    }

    private var failure: SessionError { .unreadable(path: path, reason: String(cString: strerror(errno))) }
}
