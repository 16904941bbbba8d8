import CLibrary
import CarillonBoard

/// A folder on a disk.
package final class DiskFolder: MemoryFolder {
    private static let maximumSize = 16 << 20

    package let path: String

    package init(_ path: String) { self.path = path }

    package func lock(_ file: String) throws(FolderFailure) -> MemoryLock? {
        try create()
        let descriptor = open("\(path)/\(file)", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock the file") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isLocked = errno == EWOULDBLOCK
            defer { close(descriptor) }
            guard isLocked else { throw failure("lock the file") }
            return nil
        }
        return MemoryLock(descriptor: descriptor) {
            // A process that is being started has a copy of the descriptor, which keeps the lock.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    package func has(_ file: String) -> Bool {
        var status = stat()
        return lstat("\(path)/\(file)", &status) == 0
    }

    package func read(_ file: String) throws(FolderFailure) -> [UInt8]? {
        guard has(file) else {
            // A folder that cannot be searched is no empty folder.
            guard [ENOENT, ENOTDIR].contains(errno) else { throw failure("read the folder") }
            return nil
        }
        return try FileContents.read("\(path)/\(file)", limit: Self.maximumSize)
    }

    package func write(_ bytes: [UInt8], to file: String) throws(FolderFailure) {
        guard bytes.count <= Self.maximumSize else { throw FolderFailure("the model needs more than 16 MiB") }
        let isNew = !has(file)
        let descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create the file") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { CLibrary.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw failure("write the file") }
            rest = rest.dropFirst(max(0, count))
        }
        guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw failure("write the file") }
        #if canImport(Darwin)
            let isFlushed = fsync(descriptor) == 0
        #else
            let isFlushed = fdatasync(descriptor) == 0
        #endif
        guard isFlushed else { throw failure("flush the file") }
        if isNew { try flush() }
    }

    package func move(_ file: String, to other: String) throws(FolderFailure) {
        guard rename("\(path)/\(file)", "\(path)/\(other)") == 0 || errno == ENOENT else {
            throw failure("rename the file")
        }
    }

    package func flush() throws(FolderFailure) { try flush(path) }

    private func flush(_ folder: String) throws(FolderFailure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open the folder") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("flush the folder") }
    }

    /// Creates the folder and those above it.
    private func create() throws(FolderFailure) {
        var folder = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            folder += "/\(name)"
            if mkdir(folder, 0o700) == 0 {
                try flush("\(folder)/..")
            } else if errno != EEXIST {
                throw failure("create the folder")
            }
        }
    }

    private func failure(_ operation: String) -> FolderFailure {
        FolderFailure("cannot \(operation): \(String(cString: strerror(errno)))")
    }
}
