import CRealTime
import CarillonAudio
import Glibc
import Synchronization

/// Ends the waiting of an output's thread: a command has come, or it is to end.
///
/// Who wakes up makes a system call only if the thread waits.
final class Waker: Sendable {
    /// Readable when the thread is to wake up.
    let descriptor: Int32
    private let isWaiting = Atomic(false)

    /// - Throws: `AudioOutputError.unusable` if the system has no descriptor left.
    init(for device: String) throws(AudioOutputError) {
        descriptor = crt_eventfd()
        guard descriptor >= 0 else {
            throw .unusable(device: device, reason: String(cString: strerror(-descriptor)))
        }
    }

    deinit { close(descriptor) }

    /// Wakes the thread up. May be called from any thread.
    func wake() {
        // In one order for all: either the thread sees what was commanded before it waits, or it is seen to wait.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if isWaiting.exchange(false, ordering: .sequentiallyConsistent) { crt_eventfd_signal(descriptor) }
    }

    /// To be called by the thread before it looks for commands, and then perhaps waits.
    func isGoingToWait() {
        isWaiting.store(true, ordering: .sequentiallyConsistent)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Waits until it is woken up, or `milliseconds` have passed; -1 for as long as it takes.
    func wait(milliseconds: Int32) {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&event, 1, milliseconds) > 0 { clear() }
    }

    /// To be called when the descriptor was readable.
    func clear() { crt_eventfd_clear(descriptor) }
}
