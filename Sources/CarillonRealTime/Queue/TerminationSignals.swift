import CRealTime
import CarillonScheduling

/// The signals that ask a program to end, turned into a call on a queue: `SIGTERM`, `SIGINT` and `SIGHUP`.
///
/// To be made once, early in the program: from then on none of the three ends the process by itself, so that it can put
/// its outputs into a safe state. A signal that comes before the watch begins is told then. What a program is started to
/// ignore, as with nohup(1), it goes on ignoring.
///
/// A queue that hangs cannot end the program. So the process is aborted (`SIGABRT`, which makes outputs safe) 5 s after a
/// signal whose handler has not returned, or at another signal that comes at least 1 s after it.
public struct TerminationSignals: Sendable {
    private let descriptor: Int32

    /// - Throws: `RealTimeError.noDescriptor` if the system has no descriptor left.
    public init() throws(RealTimeError) {
        descriptor = crt_catch_termination()
        guard descriptor >= 0 else { throw .noDescriptor(errno: -descriptor) }
    }

    /// Calls `handler` on `queue` each time that one of the signals has come.
    public func watch(
        on queue: RealTimeQueue, _ handler: @escaping @Sendable () -> Void
    ) throws(RealTimeError) -> any Disposable & Sendable {
        try queue.watch(descriptor: descriptor) { [descriptor] in
            crt_eventfd_clear(descriptor)
            handler()
            crt_heed_termination()
        }
    }
}
