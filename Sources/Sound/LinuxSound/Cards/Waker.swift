import CSystem
import CarillonAudio
import Glibc
import Synchronization

/// Interrupts the wait of an output's thread, because a command has arrived or the thread is to end.
///
/// A wake-up makes a system call only if the thread is waiting.
final class Waker: Sendable {
    /// Readable while a wake-up is pending.
    let descriptor: Int32
    private let isWaiting = Atomic(false)

    /// - Throws: `AudioOutputError.unusable` if the system cannot provide a descriptor.
    init(for device: String) throws(AudioOutputError) {
        descriptor = crt_eventfd()
        guard descriptor >= 0 else {
            throw .unusable(device: device, reason: String(cString: strerror(-descriptor)))
        }
    }

    deinit { close(descriptor) }

    /// Wakes the thread up. May be called from any thread.
    func wake() {
        // Sequentially consistent: either the thread sees the command before it waits, or the caller sees that it
        // waits.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if isWaiting.exchange(false, ordering: .sequentiallyConsistent) { crt_eventfd_signal(descriptor) }
    }

    /// Announces a wait. The thread calls this before it looks for commands, and waits only if there are none.
    func willWait() {
        isWaiting.store(true, ordering: .sequentiallyConsistent)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Waits for a wake-up, for at most `milliseconds`; -1 waits without limit.
    func wait(milliseconds: Int32) {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&event, 1, milliseconds) > 0 { clear() }
    }

    /// Consumes a wake-up. Called when the descriptor was readable.
    func clear() { crt_eventfd_clear(descriptor) }
}
