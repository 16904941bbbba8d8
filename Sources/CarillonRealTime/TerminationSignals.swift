import CRealTime
import MobiusCore

/// The signals that ask a program to end, turned into calls on a queue: `SIGTERM`, `SIGINT` and `SIGHUP`.
///
/// To be made first thing in the program, before it has a second thread: from then on none of the three ends the
/// process by itself, so that it can put its outputs into a safe state.
public struct TerminationSignals: Sendable {
    private let descriptor: Int32

    /// - Throws: `RealTimeError.noDescriptor` if the system has no descriptor left.
    public init() throws(RealTimeError) {
        descriptor = crt_signalfd_for_termination()
        guard descriptor >= 0 else { throw .noDescriptor(errno: -descriptor) }
    }

    /// Calls `handler` on `queue` when one of the signals has come.
    public func watch(
        on queue: RealTimeQueue, _ handler: @escaping @Sendable () -> Void
    ) throws(RealTimeError) -> any Disposable & Sendable {
        try queue.watch(descriptor: descriptor) { [descriptor] in
            if crt_signalfd_read(descriptor) != 0 { handler() }
        }
    }
}
