import CSystemd
import Glibc

/// What keeps a service from talking to systemd.
enum ServiceError: Error, Equatable {
    /// The library for it cannot be loaded.
    case noLibrary(reason: String)
    /// systemd cannot be told something.
    case notTold(news: String, errno: Int32)
    /// What systemd says of its watchdog cannot be understood.
    case unknownTimeout(errno: Int32)

    /// Before there is a second thread. A library that is loaded already is found again at once.
    static func loadLibrary() throws(ServiceError) {
        if let reason = csystemd_load() { throw .noLibrary(reason: String(cString: reason)) }
    }
}

extension ServiceError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noLibrary(let reason):
            "started by systemd, but cannot load its library: \(reason); install libsystemd0"
        case .notTold(let news, let errno):
            "cannot notify systemd of \(news): \(String(cString: strerror(errno)))"
        case .unknownTimeout(let errno):
            "cannot read WATCHDOG_USEC, so the watchdog is not fed: \(String(cString: strerror(errno)))"
        }
    }
}
