import CRealTime

/// The epoll set in which a queue's thread sleeps: a wake-up descriptor, a timer and the watched descriptors.
///
/// A sleep costs one system call. The wake-up descriptor reports each write once, so that it need not be read. A timer
/// is set again after it has fired, which makes it unreadable as well.
final class EventPoll: Sendable {
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

    private enum Tag {
        static let wakeUp: UInt64 = 0
        static let timer: UInt64 = 1
        static let firstDescriptor: UInt64 = 2
    }

    private let epoll: Int32
    private let wakeUp: Int32
    private let timer: Int32

    init() throws(RealTimeError) {
        epoll = crt_epoll()
        wakeUp = crt_eventfd()
        timer = crt_timerfd()
        if let failure = [epoll, wakeUp, timer].first(where: { $0 < 0 }) { throw .noDescriptor(errno: -failure) }
        _ = crt_epoll_add(epoll, wakeUp, Tag.wakeUp, true)
        _ = crt_epoll_add(epoll, timer, Tag.timer, false)
    }

    deinit {
        for descriptor in [timer, wakeUp, epoll] where descriptor >= 0 { crt_close(descriptor) }
    }

    /// Ends the current sleep of the waiting thread, or its next one. May be called from any thread.
    func signal() { crt_eventfd_signal(wakeUp) }

    /// Sets the timer to end a sleep at `time`; nil switches the timer off.
    func setTimer(_ time: Duration?) {
        // A time that has passed wakes up at once, but 0 would switch the timer off.
        crt_timerfd_set(timer, time.map { max(1, $0.wholeNanoseconds) } ?? 0)
    }

    func add(_ descriptor: Int32, tag: UInt64) throws(RealTimeError) {
        let result = crt_epoll_add(epoll, descriptor, tag + Tag.firstDescriptor, false)
        guard result == 0 else { throw .cannotWatch(descriptor: descriptor, errno: -result) }
    }

    func remove(_ descriptor: Int32) { crt_epoll_remove(epoll, descriptor) }

    /// Waits for events, at most as long as `timeout`, and passes each of them to `body`, except for wake-ups. After
    /// `.timer` the caller must set the timer again.
    func wait(_ timeout: Timeout, _ body: (Event) -> Void) {
        let most: Int64 =
            switch timeout {
            case .none: 0
            case .atMost(let duration): duration.wholeNanoseconds
            case .endless: -1
            }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { tags in
            let count = crt_epoll_wait(epoll, tags.baseAddress!, Int32(tags.count), most)
            for tag in tags[..<Int(count)] {
                switch tag {
                case Tag.wakeUp: break
                case Tag.timer: body(.timer)
                default: body(.descriptor(tag: tag - Tag.firstDescriptor))
                }
            }
        }
    }
}
