import CarillonBoard
import CarillonSession
import Glibc

/// The open file of a recording.
struct SessionDisk {
    let path: String
    private let descriptor: Int32
    /// The earlier contents.
    private(set) var contents: SessionFile
    /// The maximum number of slots; nil for a file that grows.
    let limit: Int?

    /// Creates a file, or opens a ring and creates it if it does not exist.
    ///
    /// - Throws: `SessionError`. An existing file that is not a ring is never changed.
    init(_ place: SessionPlace) throws(SessionError) {
        switch place {
        case .file(let path): try self.init(newFile: path)
        case .ring(let megabytes): try self.init(ring: Self.stateFolder(), slots: megabytes << 20 / SessionBlock.size)
        case .temporary: try self.init(temporary: 1 << 20 / SessionBlock.size)
        }
    }

    private init(newFile path: String) throws(SessionError) {
        (self.path, contents, limit) = (path, SessionFile([]), nil)
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw errno == EEXIST ? .exists(path: path) : Self.failure("create", path) }
    }

    /// Opens the ring in a state directory.
    init(ring folder: String, slots: Int) throws(SessionError) {
        let folder = "\(folder)/Sessions"
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.failure("create", folder) }
        path = "\(folder)/\(SessionFile.ringName)"
        limit = slots
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("open", path) }
        do throws(SessionError) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw errno == EWOULDBLOCK ? .inUse(path: path) : Self.failure("lock", path)
            }
            contents = try SessionFile(path: path)
            if contents.slotCount > slots { try shrink(to: slots) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    private init(temporary slots: Int) throws(SessionError) {
        var name = Array("/tmp/carillon-session.XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw Self.failure("create a file in", "/tmp") }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        (path, contents, limit) = ("/proc/self/fd/\(descriptor)", SessionFile([]), slots)
    }

    private static func stateFolder() throws(SessionError) -> String {
        // systemd separates several directories with colons.
        guard let folder = getenv("STATE_DIRECTORY").map({ String(cString: $0) })?.split(separator: ":").first else {
            throw .noStateFolder
        }
        return String(folder)
    }

    /// Keeps the newest blocks of a ring that had a greater size.
    private mutating func shrink(to slots: Int) throws(SessionError) {
        for write in contents.writes(shrinkingTo: slots) { try self.write(write) }
        try sync()
        guard ftruncate(descriptor, off_t(slots * SessionBlock.size)) == 0 else { throw Self.failure("shrink", path) }
        contents = try SessionFile(path: path)
    }

    /// Gives a new ring its size. Later writes then need no space and change no metadata of the file system, which would
    /// take four times as many writes. Errors are ignored here because the writes report them.
    func fill() {
        let zeros = [UInt8](repeating: 0, count: SessionBlock.size)
        for slot in contents.slotCount..<max(contents.slotCount, limit ?? 0) {
            guard (try? write(SessionLog.Write(offset: slot * SessionBlock.size, bytes: zeros))) != nil else { return }
        }
    }

    func write(_ write: SessionLog.Write) throws(SessionError) {
        var rest = write.bytes[...]
        while !rest.isEmpty {
            let offset = off_t(write.offset + rest.startIndex)
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset) }
            guard count >= 0 else { throw Self.failure("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until the disk has everything that has been written.
    func sync() throws(SessionError) {
        guard fdatasync(descriptor) == 0 else { throw Self.failure("flush", path) }
    }

    func close() { Glibc.close(descriptor) }

    /// Removes the file if this program has created it.
    func remove() {
        if limit == nil { unlink(path) }
    }

    private static func failure(_ operation: String, _ path: String) -> SessionError {
        .system(operation: operation, path: path, errno: errno)
    }
}
