import CLibrary

extension SessionFile {
    /// The name of a service's ring, in the folder `Sessions` of its state directory.
    package static let ringName = "ring.carillon"

    /// Reads a session file.
    ///
    /// - Parameter path: The file, or the folder of a service's ring, or a folder with the folder `Sessions`.
    /// - Throws: `SessionError.unreadable` or `.notASession`.
    package init(path: String) throws(SessionError) {
        let candidates = ["\(path)/\(Self.ringName)", "\(path)/Sessions/\(Self.ringName)"]
        let file: String? = candidates.first { access($0, F_OK) == 0 }
        let path = file ?? path
        try self.init { found throws(SessionError) in try SessionIndex(path: path, found: found) }
    }

    /// Reads a session that a program or a test names: the last one of a file, or session 3 as `FILE#3`.
    ///
    /// - Throws: The errors of the file, and those of `session(numbered:)`.
    package static func session(at place: String) throws(SessionError) -> StoredSession {
        guard access(place, F_OK) != 0, let mark = place.lastIndex(of: "#"),
            let number = UInt32(place[mark...].dropFirst())
        else { return try SessionFile(path: place).session(numbered: nil) }
        return try SessionFile(path: String(place[..<mark])).session(numbered: number)
    }

    /// Returns a session.
    ///
    /// - Parameter number: The session's number; nil for the last one.
    /// - Throws: `SessionError.unknownSession` or `.empty`.
    package func session(numbered number: UInt32?) throws(SessionError) -> StoredSession {
        guard let last = sessions.last else { throw .empty }
        guard sessions.contains(number ?? last) else { throw .unknownSession(number ?? last, known: sessions) }
        return session(number ?? last)
    }
}
