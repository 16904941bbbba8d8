import Glibc

/// How much a notice matters: the priorities of syslog(3), which the journal keeps and filters by.
enum Severity {
    /// Something has failed.
    case error
    /// It works, but not as it is meant to.
    case warning
    /// All is well.
    case info

    var priority: Int32 {
        switch self {
        case .error: LOG_ERR
        case .warning: LOG_WARNING
        case .info: LOG_INFO
        }
    }
}
