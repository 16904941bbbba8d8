import Glibc

/// An error in the communication with systemd.
enum ServiceError: Error, Equatable {
    /// libsystemd cannot be loaded.
    case noLibrary(reason: String)
    /// systemd cannot be notified.
    case notNotified(of: String, errno: Int32)
    /// systemd's watchdog timeout cannot be read.
    case unknownTimeout(errno: Int32)
}

extension ServiceError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noLibrary(let reason):
            "started by systemd, but cannot load its library: \(reason); install libsystemd0"
        case .notNotified(let notification, let errno):
            "cannot notify systemd of \(notification): \(String(cString: strerror(errno)))"
        case .unknownTimeout(let errno):
            "cannot read WATCHDOG_USEC: \(String(cString: strerror(errno))); the watchdog is not fed"
        }
    }
}
