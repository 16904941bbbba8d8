/// An error of a session file.
package enum SessionError: Error, Equatable {
    /// A recording would replace a file.
    case exists(path: String)
    /// The file of a ring, or the file to read, is no session.
    case notASession(path: String)
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// A recording has reached the maximum size of a file.
    case full(path: String)
    /// The program is not a service, or its unit has no state directory.
    case noStateFolder
    /// The file contains no session.
    case empty
    /// The file does not contain this session.
    case unknownSession(UInt32, known: [UInt32])
    /// The header is missing, so the program and the wiring are unknown.
    case noHeader(session: UInt32)
    /// The ring has overwritten the first inputs, or they were never written.
    case noBeginning(session: UInt32)
    /// The header contains control characters or line ends, which no program writes there.
    case controlCharacters(session: UInt32)
}

extension SessionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exists(let path): "\"\(path)\" exists; remove it, or record in another file"
        case .notASession(let path): "\"\(path)\" is not a session of Carillon"
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .full(let path):
            "\"\(path)\" has its maximum size; new inputs overwrite the first ones, so it can be shown, but not replayed"
        case .noStateFolder:
            "--record-ring needs the state directory of a service (StateDirectory=); use --record FILE"
        case .empty: "the file contains no session yet"
        case .unknownSession(let number, let known):
            "no session \(number); the file has \(known.map(String.init).joined(separator: ", "))"
        case .noHeader(let session): "session \(session) has no header, so its program and its wiring are unknown"
        case .noBeginning(let session):
            "session \(session) has lost its first inputs, so it can be shown, but not replayed"
        case .controlCharacters(let session):
            "session \(session) has control characters in its header, so it can be shown, but not replayed"
        }
    }
}
