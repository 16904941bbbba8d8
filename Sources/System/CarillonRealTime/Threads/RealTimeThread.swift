import CSystem
import CarillonScheduling
import Dispatch

/// A thread of the kernel's first-in first-out real-time class, `SCHED_FIFO`, where the system allows it.
///
/// Real-time priority is a privilege. Without the privilege, as is usual on a laptop, the thread has ordinary priority;
/// `grantedPriority` and `denials` report this. The kernel grants the privilege to root, to processes with `CAP_SYS_NICE`, and
/// to others up to `RLIMIT_RTPRIO`; for a service, systemd's `LimitRTPRIO=` sets this limit. See sched(7).
public final class RealTimeThread: Sendable {
    /// The real-time priority granted to the thread, 1 to 99; 0 for an ordinary thread.
    public let grantedPriority: Int32
    /// The privileges that the system denied.
    public let denials: [RealTimeDenial]

    private let handle: UInt64
    private let isJoined = Locked(false)

    /// The new thread's arguments.
    private final class Start: Sendable {
        let configuration: RealTimeConfiguration
        let body: @Sendable (ReservedProcessor?) -> Void
        let grant = Locked<RealTimeGrant?>(nil)
        let started = DispatchSemaphore(value: 0)

        init(_ configuration: RealTimeConfiguration, body: @escaping @Sendable (ReservedProcessor?) -> Void) {
            self.configuration = configuration
            self.body = body
        }

        func run() {
            let grant = RealTimeGrant(requesting: configuration)
            self.grant.withLock { $0 = grant }
            if configuration.isBackground {
                crt_thread_set_background()
            } else {
                crt_thread_minimise_timer_slack()
                crt_thread_prefault_stack()
            }
            let isGranted = configuration.privilege == .preferred || grant.denials.isEmpty
            started.signal()
            if isGranted { body(grant.processor) }
            grant.processor?.release()
        }
    }

    /// Starts a thread, and returns when it is running.
    ///
    /// - Parameters:
    ///   - name: The thread's name in `ps -L` and `top -H`. Only the first 15 bytes are used.
    ///   - configuration: The privileges to request.
    ///   - body: Runs on the thread, which ends when `body` returns.
    /// - Throws: `RealTimeError.noThread` if the system has no thread left; `RealTimeError.denied` if it denies a
    ///   required privilege.
    public convenience init(
        name: String, configuration: RealTimeConfiguration, body: @escaping @Sendable () -> Void
    ) throws(RealTimeError) {
        try self.init(name: name, configuration: configuration, onProcessor: { _ in body() })
    }

    /// Starts a thread of real-time priority `priority`, or the highest priority below it that the system allows.
    ///
    /// - Parameters:
    ///   - name: The thread's name in `ps -L` and `top -H`. Only the first 15 bytes are used.
    ///   - priority: 1 to 99; 0 for an ordinary thread. Values below 0 count as 0, values above 99 as 99.
    ///   - body: Runs on the thread, which ends when `body` returns.
    /// - Throws: `RealTimeError.noThread` if the system has no thread left.
    public convenience init(
        name: String, priority: Int32, body: @escaping @Sendable () -> Void
    ) throws(RealTimeError) {
        try self.init(name: name, configuration: RealTimeConfiguration(priority: priority), body: body)
    }

    /// - Parameter body: Receives the processor that the thread is pinned to.
    init(
        name: String, configuration: RealTimeConfiguration,
        onProcessor body: @escaping @Sendable (ReservedProcessor?) -> Void
    ) throws(RealTimeError) {
        let start = Start(configuration, body: body)
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
        start.started.wait()
        let grant = start.grant.withLock { $0! }
        self.handle = handle
        grantedPriority = grant.priority
        denials = grant.denials
        if configuration.privilege == .required, !denials.isEmpty {
            join()
            throw .denied(denials)
        }
    }

    deinit {
        if !isJoined.withLock({ $0 }) { crt_thread_detach(handle) }
    }

    /// Waits until the thread has ended. May be called from any thread, any number of times. On the thread itself it
    /// returns at once.
    public func join() {
        guard crt_thread_self() != handle else { return }
        isJoined.withLock { isJoined in
            if !isJoined { crt_thread_join(handle) }
            isJoined = true
        }
    }
}
