import CRealTime
import Dispatch
import Synchronization

/// A thread of the kernel's first-in-first-out real-time class, `SCHED_FIFO`, where the system allows it.
///
/// Real-time priority is a privilege: without it (a laptop, usually) the thread is an ordinary one, and
/// `grantedPriority` says so. It is granted to root, to what has `CAP_SYS_NICE`, and up to `RLIMIT_RTPRIO`: for a
/// service by systemd's `LimitRTPRIO=`. See sched(7).
public final class RealTimeThread: Sendable {
    /// The real-time priority that the thread got, 1 to 99; 0 if it is an ordinary thread.
    public let grantedPriority: Int32

    private let handle: UInt64

    /// What is handed to the new thread.
    private final class Start: Sendable {
        let priority: Int32
        let body: @Sendable () -> Void
        let granted = Atomic<Int32>(0)
        let hasBegun = DispatchSemaphore(value: 0)

        init(priority: Int32, body: @escaping @Sendable () -> Void) {
            self.priority = priority
            self.body = body
        }

        func run() {
            granted.store(Self.enterRealTime(at: priority), ordering: .releasing)
            crt_thread_minimise_timer_slack()
            crt_thread_prefault_stack()
            hasBegun.signal()
            body()
        }

        /// The priority asked for, or the highest below it that is allowed.
        private static func enterRealTime(at priority: Int32) -> Int32 {
            [priority, min(priority, crt_rtprio_limit())].first { $0 > 0 && crt_thread_set_fifo($0) == 0 } ?? 0
        }
    }

    /// Starts the thread, and returns when it runs.
    ///
    /// - Parameters:
    ///   - name: What `ps -L` and `top -H` call it. 15 bytes are kept.
    ///   - priority: 1 to 99; above 50 it outranks the kernel's own interrupt threads. 0 makes an ordinary thread.
    ///   - body: Run on the thread, which ends when it returns.
    /// - Throws: `RealTimeError.noThread` if the system has no thread left to give.
    public init(name: String, priority: Int32, body: @escaping @Sendable () -> Void) throws(RealTimeError) {
        let start = Start(priority: priority, body: body)
        var handle: UInt64 = 0
        let argument = Unmanaged.passRetained(start)
        let result = crt_thread_start(
            &handle, name,
            { argument in
                Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard result == 0 else {
            argument.release()
            throw .noThread(name: name, errno: -result)
        }
        self.handle = handle
        start.hasBegun.wait()
        grantedPriority = start.granted.load(ordering: .acquiring)
    }

    /// Waits for the thread's end. To be called once, and by another thread.
    public func join() {
        crt_thread_join(handle)
    }
}
