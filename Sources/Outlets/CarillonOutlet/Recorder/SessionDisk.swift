import CarillonBoard
import CarillonSession
import Glibc

/// The open file of a recording.
struct SessionDisk {
    private let file: StateFile
    /// The blocks that were there at the start, without their payloads.
    private(set) var index: SessionFile
    /// The maximum number of slots.
    let limit: Int
    /// Whether the file has all its slots from the start, and outlives the recording.
    let isRing: Bool

    var path: String { file.path }

    /// Creates a file, or opens a ring and creates it if it does not exist.
    ///
    /// - Throws: `SessionError` or `StateFileError`. An existing file that is not a ring is never changed.
    init(_ place: RecordingDestination) throws {
        switch place {
        case .file(let path): try self.init(newFile: path)
        case .ring(let megabytes):
            guard let folder = StateFolder.ofService else { throw SessionError.noStateFolder }
            try self.init(ring: folder, slots: megabytes << 20 / SessionBlock.size)
        case .temporary: try self.init(temporary: 1 << 20 / SessionBlock.size)
        }
    }

    /// Creates a file that grows up to its limit.
    init(newFile path: String, slots: Int = RecordingDestination.mostMegabytes << 20 / SessionBlock.size) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? SessionError.exists(path: path) : StateFile.failure("create", path)
        }
        (file, index) = (StateFile(path, descriptor: descriptor), SessionFile())
        (limit, isRing) = (slots, false)
    }

    /// Opens the ring in a state directory.
    init(ring folder: String, slots: Int) throws {
        let folder = "\(folder)/Sessions"
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw StateFile.failure("create", folder) }
        file = try StateFile(locking: "\(folder)/\(SessionFile.ringName)")
        (limit, isRing) = (slots, true)
        do {
            index = try SessionFile(path: file.path, withPayloads: false)
            if index.slotCount > slots { try shrink(to: slots) }
        } catch {
            file.close()
            throw error
        }
    }

    private init(temporary slots: Int) throws(StateFileError) {
        var name = Array("/tmp/carillon-session.XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw StateFile.failure("create a file in", "/tmp") }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        file = StateFile("/proc/self/fd/\(descriptor)", descriptor: descriptor)
        (index, limit, isRing) = (SessionFile(), slots, true)
    }

    /// Keeps the newest blocks of a ring that had a greater size.
    private mutating func shrink(to slots: Int) throws {
        for write in try SessionFile(path: path).writes(shrinkingTo: slots) { try self.write(write) }
        try sync()
        try file.truncate(to: slots * SessionBlock.size)
        index = try SessionFile(path: path, withPayloads: false)
    }

    /// Gives a new ring its size.
    func fill() {
        if isRing { file.fill(from: index.slotCount * SessionBlock.size, to: limit * SessionBlock.size) }
    }

    func write(_ write: SessionLog.Write) throws(StateFileError) { try file.write(write.bytes, at: write.offset) }

    /// Waits until the disk has everything that has been written.
    func sync() throws(StateFileError) { try file.sync() }

    func close() { file.close() }

    /// Removes the file if this program has created it.
    func remove() {
        if !isRing { unlink(path) }
    }
}
