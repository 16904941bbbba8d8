import CSystem

/// The epoll set in which a queue's thread sleeps: a wake-up descriptor, a timer and the watched descriptors.
///
/// A sleep costs one system call. The wake-up descriptor reports each write once, so that it need not be read. The timer
/// is a time to which the clock is compared after each sleep.
///
/// `@unchecked Sendable`: only the waiting thread accesses the `var`s.
final class EventPoll: @unchecked Sendable {
    /// The event that ended a sleep.
    enum Event {
        case timer
        case descriptor(tag: UInt64)
    }

    /// The maximum time to wait for an event.
    enum Timeout {
        /// Do not wait.
        case none
        case atMost(Duration)
        case endless
    }

    /// The longest sleeps that end by the timeout of `epoll_pwait2`. Longer ones end by a timerfd, which costs a system call
    /// more when the time has changed. A `PREEMPT_RT` kernel serves it in a thread of the lowest real-time priority,
    /// `ktimers`, or in an ordinary one, `ksoftirqd`.
    enum Timeouts: CaseIterable {
        /// For a thread of real-time priority, the interrupt of the clock ends the sleep itself.
        case all
        /// For an ordinary thread, the kernel may extend a sleep by 1/1000, at most 0.1 s.
        case short
        /// Linux before 5.11 does not have the call, and a sandbox may refuse it.
        case none

        /// The longest sleep, in nanoseconds.
        fileprivate var longest: Int64 {
            switch self {
            case .all: .max
            case .short: 1_000_000
            case .none: 0
            }
        }
    }

    private enum Tag {
        static let wakeUp: UInt64 = 0
        static let timer: UInt64 = 1
        static let firstDescriptor: UInt64 = 2
    }

    /// The time that stands for no time.
    private static let never = Int64.max

    private let epoll: Int32
    private let wakeUp: Int32
    private let timer: Int32
    /// The time of the timer, in nanoseconds.
    private var deadline = never
    /// The time that the timerfd is set to.
    private var timerDeadline = never
    var timeouts = Timeouts.none

    init() throws(RealTimeError) {
        epoll = crt_epoll()
        wakeUp = crt_eventfd()
        timer = crt_timerfd()
        if let failure = [epoll, wakeUp, timer].first(where: { $0 < 0 }) { throw .noDescriptor(errno: -failure) }
        _ = crt_epoll_add(epoll, wakeUp, Tag.wakeUp, true)
        // Reported once, so that a time that has passed ends no later sleep.
        _ = crt_epoll_add(epoll, timer, Tag.timer, true)
    }

    deinit {
        for descriptor in [timer, wakeUp, epoll] where descriptor >= 0 { crt_close(descriptor) }
    }

    /// Chooses the way to sleep that suits the calling thread and the kernel. Call on the waiting thread, once, before it
    /// waits.
    func chooseTimeouts() {
        timeouts = !crt_epoll_takes_nanoseconds() ? .none : crt_is_real_time(0) ? .all : .short
    }

    /// Ends the current sleep of the waiting thread, or its next one. May be called from any thread.
    func signal() { crt_eventfd_signal(wakeUp) }

    /// Sets the timer to end a sleep at `time`, at once if that has passed; nil switches the timer off. Call on the waiting
    /// thread.
    func setTimer(_ time: Duration?) { deadline = time?.wholeNanoseconds ?? Self.never }

    func add(_ descriptor: Int32, tag: UInt64) throws(RealTimeError) {
        let result = crt_epoll_add(epoll, descriptor, tag + Tag.firstDescriptor, false)
        guard result == 0 else { throw .cannotWatch(descriptor: descriptor, errno: -result) }
    }

    func remove(_ descriptor: Int32) { crt_epoll_remove(epoll, descriptor) }

    /// Waits for events, at most for `timeout`, and passes each of them to `body`, except for wake-ups. After `.timer` the
    /// caller must set the timer again.
    func wait(_ timeout: Timeout, _ body: (Event) -> Void) {
        let most = limit(timeout)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { tags in
            let count = crt_epoll_wait(epoll, tags.baseAddress!, Int32(tags.count), most)
            for tag in tags[..<Int(count)] where tag >= Tag.firstDescriptor {
                body(.descriptor(tag: tag - Tag.firstDescriptor))
            }
        }
        if deadline != Self.never, deadline <= crt_now() { body(.timer) }
    }

    /// Returns the nanoseconds for which epoll may wait, -1 without limit. Sets the timerfd if that is to end the wait.
    private func limit(_ timeout: Timeout) -> Int64 {
        let now: Int64
        var end = deadline
        switch timeout {
        case .none: return 0
        case .atMost(let duration):
            now = crt_now()
            end = min(end, now + duration.wholeNanoseconds)
        case .endless: now = end == Self.never ? 0 : crt_now()
        }
        guard end > now else { return 0 }
        if end - now <= timeouts.longest { return end == Self.never ? -1 : end - now }
        if end != timerDeadline {
            crt_timerfd_set(timer, end == Self.never ? 0 : end)
            timerDeadline = end
        }
        return -1
    }
}
