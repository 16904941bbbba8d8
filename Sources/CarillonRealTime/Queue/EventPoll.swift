import CRealTime

/// What a queue's thread sleeps in: one epoll set with a wake-up call, a timer and the descriptors that are watched.
///
/// A sleep costs one system call and no more. The wake-up call tells each write once, so that it need not be read; and a
/// timer is set again after it has told, which makes it unreadable as well.
final class EventPoll: Sendable {
    /// What ended the sleep.
    enum Event {
        case timer
        case descriptor(tag: UInt64)
    }

    /// How long to wait for one.
    enum Patience {
        /// Only look.
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

    /// Ends the sleep of the thread that waits, or the next one. May be called from any thread.
    func signal() { crt_eventfd_signal(wakeUp) }

    /// Ends the sleep at `time`; nil lets the thread sleep on.
    func setTimer(_ time: Duration?) {
        // A time that has passed wakes up at once, but 0 would switch the timer off.
        crt_timerfd_set(timer, time.map { max(1, $0.wholeNanoseconds) } ?? 0)
    }

    func add(_ descriptor: Int32, tag: UInt64) throws(RealTimeError) {
        let result = crt_epoll_add(epoll, descriptor, tag + Tag.firstDescriptor, false)
        guard result == 0 else { throw .cannotWatch(descriptor: descriptor, errno: -result) }
    }

    func remove(_ descriptor: Int32) { crt_epoll_remove(epoll, descriptor) }

    /// Sleeps until something happens, or as long as it has `patience`, and tells `body` what has happened, but for
    /// wake-up calls. After `.timer` the timer is to be set.
    func wait(_ patience: Patience, _ body: (Event) -> Void) {
        let most: Int64 =
            switch patience {
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
