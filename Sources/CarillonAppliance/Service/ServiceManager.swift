import CSystemd
import CarillonScheduling
import Glibc
import MobiusCore

/// systemd, where it has started the program and waits to hear from it (`Type=notify`).
///
/// It hears when the program is ready, again and again that its loop turns, and that it is about to end; see
/// sd_notify(3). Elsewhere there is none, and not even its library is loaded.
struct ServiceManager: Sendable {
    /// Something that systemd is told.
    enum News: Equatable {
        /// The loop runs.
        case ready(status: String)
        /// The loop still turns.
        case turning
        /// The program is about to end, as it was told to.
        case stopping
        /// The program is about to end, as it cannot go on.
        case failed(reason: String)

        /// As sd_notify(3) wants it.
        var text: String {
            switch self {
            case .ready(let status): "READY=1\nSTATUS=\(status.asOneLine)"
            case .turning: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            case .failed(let reason): "STATUS=\(reason.asOneLine)"
            }
        }
    }

    /// Nil if the program is no service.
    ///
    /// - Throws: `ServiceError.noLibrary`.
    init?() throws(ServiceError) {
        guard getenv("NOTIFY_SOCKET") != nil else { return nil }
        try ServiceError.loadLibrary()
    }

    /// Sends a datagram. It waits only if systemd has left hundreds of them unread.
    func tell(_ news: News) throws(ServiceError) {
        let result = csystemd_notify(news.text)
        guard result >= 0 else { throw .notTold(news: news.text, errno: -result) }
    }

    /// Feeds systemd's watchdog for as long as the queue turns: a queue that hangs is restarted with its program.
    ///
    /// - Parameter onError: Told on the queue what keeps the watchdog from being fed.
    /// - Returns: What ends the feeding; nil if there is no watchdog.
    func feedWatchdog(
        from queue: any Scheduler, onError: @escaping @Sendable (ServiceError) -> Void
    ) throws(ServiceError) -> (any Disposable & Sendable)? {
        let timeout = csystemd_watchdog_timeout()
        guard timeout >= 0 else { throw .unknownTimeout(errno: Int32(-timeout)) }
        guard timeout > 0 else { return nil }
        return queue.proveTurning(within: .microseconds(timeout)) {
            do throws(ServiceError) { try tell(.turning) } catch { onError(error) }
        }
    }
}
