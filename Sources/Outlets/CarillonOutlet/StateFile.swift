import Glibc

/// A file that this program alone writes, block by block.
package struct StateFile: Sendable {
    package let path: String
    private let descriptor: Int32

    /// - Parameter descriptor: The open file, which is then closed by `close()`.
    package init(_ path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

    /// Opens a file, and creates it if it does not exist.
    ///
    /// - Throws: `StateFileError.inUse` if another program has opened it in this way, or `.system`.
    package init(locking path: String) throws(StateFileError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("open", path) }
        do throws(StateFileError) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw errno == EWOULDBLOCK ? .inUse(path: path) : Self.failure("lock", path)
            }
            // A program that was killed may not have flushed its last blocks, and slots of older copies of them are free now.
            try sync()
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Appends zeros up to a size. Later writes then need no space and change no metadata of the file system, which would
    /// take four times as many writes. Errors are ignored here because the writes report them.
    package func fill(from start: Int, to size: Int) {
        let zeros = [UInt8](repeating: 0, count: 4096)
        for offset in stride(from: start, to: size, by: zeros.count) {
            guard (try? write(zeros, at: offset)) != nil else { return }
        }
    }

    package func write(_ bytes: [UInt8], at start: Int) throws(StateFileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let offset = off_t(start + rest.startIndex)
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset) }
            guard count >= 0 else { throw Self.failure("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until the disk has everything that has been written.
    package func sync() throws(StateFileError) {
        guard fdatasync(descriptor) == 0 else { throw Self.failure("flush", path) }
    }

    /// Removes what is behind a size.
    package func truncate(to size: Int) throws(StateFileError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw Self.failure("shrink", path) }
    }

    package func close() {
        // A process that is being started has a copy of the descriptor, which keeps the lock.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    package static func failure(_ operation: String, _ path: String) -> StateFileError {
        .system(operation: operation, path: path, errno: errno)
    }
}

/// An error of a file that this program alone writes.
package enum StateFileError: OutletError, Equatable {
    /// Another program has opened the file.
    case inUse(path: String)
    /// An operation of the system on the file has failed.
    case system(operation: String, path: String, errno: Int32)

    package var isFailureOfSystem: Bool { if case .system = self { true } else { false } }
}

extension StateFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inUse(let path): "\"\(path)\" is in use by another program; stop it, or use another state directory"
        case .system(let operation, let path, let errno):
            "cannot \(operation) \"\(path)\": \(String(cString: strerror(errno)))"
        }
    }
}
