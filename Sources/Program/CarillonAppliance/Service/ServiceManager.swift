import CHardware
import CarillonScheduling
import Glibc
import MobiusCore

/// systemd, if it has started the program and expects notifications (`Type=notify`).
///
/// The program notifies it when it is ready, regularly while its loop runs, and before it exits; see sd_notify(3). In
/// other programs there is no service manager, and its library is not loaded.
struct ServiceManager: Sendable {
    /// A notification to systemd.
    enum Notification: Equatable {
        /// The program is ready.
        case ready(status: String)
        /// The loop is still running.
        case heartbeat
        /// The program is about to exit because it was stopped.
        case stopping
        /// The program is about to exit because it cannot continue.
        case failed(reason: String)

        /// The message in the format of sd_notify(3).
        var text: String {
            switch self {
            case .ready(let status): "READY=1\nSTATUS=\(status.asOneLine)"
            case .heartbeat: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            case .failed(let reason): "STATUS=\(reason.asOneLine)"
            }
        }
    }

    /// Nil if the program is not a service. Call before a second thread exists.
    ///
    /// - Throws: `ServiceError.noLibrary`.
    init?() throws(ServiceError) {
        guard getenv("NOTIFY_SOCKET") != nil else { return nil }
        if let reason = csystemd_load() { throw .noLibrary(reason: String(cString: reason)) }
    }

    /// Sends a datagram. Blocks only while systemd has hundreds of unread ones.
    func notify(_ notification: Notification) throws(ServiceError) {
        let result = csystemd_notify(notification.text)
        guard result >= 0 else { throw .notNotified(of: notification.text, errno: -result) }
    }

    /// Feeds systemd's watchdog while the queue runs. If the queue hangs, systemd restarts the program.
    ///
    /// - Parameter onError: Called on the queue with the error if the watchdog cannot be fed.
    /// - Returns: A disposable that ends the feeding; nil if there is no watchdog.
    func feedWatchdog(
        from queue: any Scheduler, onError: @escaping @Sendable (ServiceError) -> Void
    ) throws(ServiceError) -> (any Disposable & Sendable)? {
        let timeout = csystemd_watchdog_timeout()
        guard timeout >= 0 else { throw .unknownTimeout(errno: Int32(-timeout)) }
        guard timeout > 0 else { return nil }
        return queue.sendHeartbeats(within: .microseconds(timeout)) {
            do throws(ServiceError) { try notify(.heartbeat) } catch { onError(error) }
        }
    }
}
