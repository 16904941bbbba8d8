import CLibrary

/// The folder for the files that a program keeps from one start to the next.
package enum StateFolder: Sendable {
    /// The program keeps no files, as in a test.
    case none
    /// The state directory of the service, or the program's folder in that of the user.
    case ofProgram

    /// The path; nil if there is no such folder.
    package var path: String? {
        switch self {
        case .none: nil
        case .ofProgram: Self.ofService ?? Self.ofUser
        }
    }

    /// The state directory of the service; nil if the program is no service or has none.
    package static var ofService: String? { first("STATE_DIRECTORY") }

    /// The folder in `/run` in which systemd lets the service keep sockets, secrets and marks; nil if the program is no
    /// service or has none. It ends with the service.
    package static var runtimeOfService: String? { first("RUNTIME_DIRECTORY") }

    private static func first(_ variable: String) -> String? {
        // systemd separates several directories with colons.
        getenv(variable).map { String(cString: $0) }?.split(separator: ":").first.map(String.init)
    }

    private static var ofUser: String? {
        guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ "\($0)/.local/state" }) else { return nil }
        return "\(state)/\(ProgramName.current)"
    }

    private static func folder(_ variable: String) -> String? {
        // Relative paths are not permitted in these variables.
        getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
