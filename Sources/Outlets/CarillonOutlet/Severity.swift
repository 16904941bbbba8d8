import CLibrary

/// The severity of a notice: the priorities of syslog(3), which the journal stores and filters by.
package enum Severity: Sendable {
    /// A failure.
    case error
    /// A limitation: the program works, but not as intended.
    case warning
    /// Normal operation.
    case info

    package var priority: Int32 {
        switch self {
        case .error: LOG_ERR
        case .warning: LOG_WARNING
        case .info: LOG_INFO
        }
    }
}
