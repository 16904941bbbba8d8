import CLibrary
import CarillonBoard

extension SessionFile {
    /// The name of a service's ring, in the folder `Sessions` of its state directory.
    package static let ringName = "ring.carillon"
    /// The maximum size of a file in bytes, so that a wrong file cannot take all memory.
    private static let mostBytes = 1 << 28

    /// Reads a session file.
    ///
    /// - Parameters:
    ///   - path: The file, or the folder of a service's ring, or a folder with the folder `Sessions`.
    ///   - withPayloads: Whether to keep the contents of the blocks, too.
    /// - Throws: `SessionError.unreadable` or `.notASession`.
    package init(path: String, withPayloads: Bool = true) throws(SessionError) {
        let candidates = ["\(path)/\(Self.ringName)", "\(path)/Sessions/\(Self.ringName)"]
        let file: String? = candidates.first { access($0, F_OK) == 0 }
        let path = file ?? path
        try self.init(withPayloads: withPayloads) { use throws(SessionError) in try Self.read(path, use) }
        guard isSessionFile else { throw .notASession(path: path) }
    }

    /// Reads a session that a program or a test names: the last one of a file, or session 3 as `FILE#3`.
    ///
    /// - Throws: The errors of the file, and those of `session(numbered:)`.
    package static func session(at name: String) throws(SessionError) -> StoredSession {
        guard access(name, F_OK) != 0, let mark = name.lastIndex(of: "#"),
            let number = UInt32(name[mark...].dropFirst())
        else { return try SessionFile(path: name).session(numbered: nil) }
        return try SessionFile(path: String(name[..<mark])).session(numbered: number)
    }

    /// Reads the blocks of one session in a file that may be growing, as the bytes of a file.
    ///
    /// - Throws: `SessionError.unreadable`.
    package static func bytes(ofSession number: UInt32, at path: String) throws(SessionError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path) { slot in if SessionBlock(slot)?.key.session == number { bytes += slot } }
        return bytes
    }

    private static func read(_ path: String, _ use: (ArraySlice<UInt8>) -> Void) throws(SessionError) {
        do throws(FileContents.Failure) {
            try FileContents.read(path, limit: mostBytes, use)
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
    }
}
