import CRealTime
import CarillonScheduling
import Glibc

extension RealTimeQueue {
    /// The time since 1970 minus the queue's time. It changes only when the clock is set. May be read from any thread.
    package static var wallClockOffset: Duration { .nanoseconds(crt_wall_offset()) }

    /// Calls a handler on the queue whenever the machine's clock has been set, until the returned disposable is disposed.
    /// Call on the queue.
    ///
    /// - Throws: `RealTimeError` if the system has no descriptor left.
    package func watchWallClock(_ handler: @escaping @Sendable () -> Void) throws(RealTimeError) -> any Disposable {
        let descriptor = crt_wall_changes()
        guard descriptor >= 0 else { throw .noDescriptor(errno: -descriptor) }
        do {
            let watch = try watch(descriptor: descriptor) {
                if crt_wall_changed(descriptor) { handler() }
            }
            return AnonymousDisposable {
                watch.dispose()
                close(descriptor)
            }
        } catch {
            close(descriptor)
            throw error
        }
    }
}
