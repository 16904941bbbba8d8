import CSystem
import CarillonScheduling

/// The signals that request a program to end, `SIGTERM`, `SIGINT` and `SIGHUP`, delivered as calls on a queue.
///
/// Create one instance, early in the program. From then on none of the three signals ends the process by itself, so that the
/// program can put its outputs into a safe state. A signal that arrives before the call of `watch` is reported when the watch
/// begins. A signal that was ignored when the program started, for example by nohup(1), stays ignored.
///
/// If the queue hangs, the handler cannot end the program. Therefore the process is aborted (`SIGABRT`, which makes outputs
/// safe) if the handler has not returned 5 s after a signal. Another signal, at least 1 s after the first one, aborts it at
/// once.
public struct TerminationSignals: Sendable {
    private let descriptor: Int32

    /// Catches the three signals from now on.
    ///
    /// - Throws: `RealTimeError.noDescriptor` if the system has no descriptor left.
    public init() throws(RealTimeError) {
        descriptor = crt_catch_termination()
        guard descriptor >= 0 else { throw .noDescriptor(errno: -descriptor) }
    }

    /// Calls `handler` on `queue` each time that one of the signals has arrived.
    ///
    /// - Returns: A disposable that ends the watch.
    /// - Throws: The errors of ``RealTimeQueue/watch(descriptor:_:)``.
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
