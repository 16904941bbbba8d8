import CSystem
import Foundation
import TestSupport
import Testing

@testable import CarillonRealTime

/// The poll of a queue's thread, with timeouts and timerfds. The test's thread is the waiting thread.
@Suite struct EventPollTests {
    /// The ways to sleep of this kernel. Linux before 5.11 has only timerfds, and so has an emulator.
    private static let timeouts = crt_epoll_takes_nanoseconds() ? EventPoll.Timeouts.allCases : [.none]

    private let poll: EventPoll

    init() throws {
        poll = try EventPoll()
    }

    @Test(arguments: EventPollTests.timeouts)
    func timerEndsAnEndlessSleepButNotBeforeItsTime(_ timeouts: EventPoll.Timeouts) {
        poll.timeouts = timeouts
        for microseconds in [1, 50, 999, 1001, 2500] {
            let time = now + .microseconds(microseconds)
            poll.setTimer(time)
            expectEqual(waitForAll(.endless), [.timer])
            #expect(now >= time)
        }
    }

    @Test(arguments: EventPollTests.timeouts)
    func expiredTimerIsReportedInEachWaitUntilItIsSetAgain(_ timeouts: EventPoll.Timeouts) {
        poll.timeouts = timeouts
        for time in [now, .zero, .seconds(-1), .nanoseconds(Int64.min), .seconds(Int64.min)] {
            poll.setTimer(time)
            expectEqual(events(.endless), [.timer])
            expectEqual(events(.none), [.timer])
            expectEqual(events(.atMost(.seconds(3600))), [.timer])
        }
        poll.setTimer(now + .seconds(3600))
        expectEqual(events(.none), [])
        poll.setTimer(.zero)
        expectEqual(events(.none), [.timer])
        poll.setTimer(nil)
        expectEqual(events(.none), [])
    }

    @Test(arguments: EventPollTests.timeouts)
    func limitedSleepEndsWithoutAnEvent(_ timeouts: EventPoll.Timeouts) {
        poll.timeouts = timeouts
        for time in [nil, now + .seconds(3600), .nanoseconds(Int64.max), .seconds(Int64.max)] {
            poll.setTimer(time)
            let start = now
            expectEqual(waitForAll(.atMost(.microseconds(200))), [])
            #expect(now >= start + .microseconds(200))
        }
    }

    @Test(arguments: EventPollTests.timeouts)
    func cancelledOrPostponedTimerDoesNotEndASleep(_ timeouts: EventPoll.Timeouts) {
        poll.timeouts = timeouts
        let time = now + .milliseconds(1)
        poll.setTimer(time)
        // Sets a timerfd, if one is to end the sleep. On a busy machine, the time may have passed meanwhile.
        _ = events(.atMost(.microseconds(1)))
        for later in [nil, now + .seconds(3600)] {
            poll.setTimer(later)
            // Beyond the time that a timerfd may still be set to.
            expectEqual(waitForAll(.atMost(.milliseconds(3))), [])
            #expect(now >= time)
        }
        poll.signal()
        expectEqual(events(.endless), [])
    }

    @Test(arguments: EventPollTests.timeouts)
    func timerIsReportedBesideDescriptorsAndAfterWakeUps(_ timeouts: EventPoll.Timeouts) throws {
        poll.timeouts = timeouts
        let descriptor = crt_eventfd()
        defer { crt_close(descriptor) }
        try poll.add(descriptor, tag: 7)
        crt_eventfd_signal(descriptor)
        poll.setTimer(now + .seconds(3600))
        expectEqual(events(.endless), [.descriptor(7)])
        poll.setTimer(.zero)
        expectEqual(events(.endless), [.descriptor(7), .timer])
        expectEqual(events(.none), [.descriptor(7), .timer])
        poll.remove(descriptor)
        poll.signal()
        expectEqual(events(.endless), [.timer])
        poll.setTimer(nil)
        poll.signal()
        expectEqual(events(.endless), [])
    }

    /// A timerfd that is left behind, because a shorter sleep ends by a timeout, does not keep the thread awake.
    @Test(arguments: EventPollTests.timeouts)
    func expiredTimeDoesNotEndALaterSleep(_ timeouts: EventPoll.Timeouts) {
        poll.timeouts = timeouts
        poll.setTimer(now + .milliseconds(2))
        poll.signal()
        _ = events(.endless)
        let before = sleeps
        for _ in 1...1000 where sleeps < before + 5 {
            let time = now + .microseconds(500)
            poll.setTimer(time)
            expectEqual(waitForAll(.endless), [.timer])
            #expect(now >= time)
        }
        // Waits that end at once would be repeated without a sleep.
        #expect(sleeps >= before + 5)
    }

    /// More descriptors than a wait reports at once.
    @Test(arguments: EventPollTests.timeouts)
    func readableDescriptorsDoNotHideTimer(_ timeouts: EventPoll.Timeouts) throws {
        poll.timeouts = timeouts
        let descriptors = (0..<40).map { _ in crt_eventfd() }
        defer { for descriptor in descriptors { crt_close(descriptor) } }
        for (tag, descriptor) in descriptors.enumerated() {
            try poll.add(descriptor, tag: UInt64(tag))
            crt_eventfd_signal(descriptor)
        }
        poll.setTimer(.zero)
        expectEqual(events(.endless).last, .timer)
    }

    @Test func timeoutsOfAThreadDependOnItsPriority() throws {
        let poll = poll
        for priority in [0, 50] as [Int32] {
            let thread = try RealTimeThread(name: "poll", priority: priority) { poll.chooseTimeouts() }
            thread.join()
            guard crt_epoll_takes_nanoseconds() else { continue }
            expectEqual(poll.timeouts, (thread.grantedPriority > 0 ? .all : .short))
        }
    }

    /// In a process for which the system call fails as on Linux before 5.11, and as in a sandbox.
    @Test(arguments: ["ENOSYS", "EPERM"]) func queueSleepsByTimerWithoutEpollPwait2(_ error: String) throws {
        let found = try Program.probe("sleep", error)
        expectEqual(found["ticks"], 20)
        // An emulator has no filters.
        if found["refused"] == 1 { expectEqual(found["takes-nanoseconds"], 0) }
        // A thread that finds the call refused each time would never sleep.
        expectEqual(found["slept"], 1)
    }

    private enum Event: Equatable {
        case timer
        case descriptor(UInt64)
    }

    private var now: Duration { .nanoseconds(crt_now()) }

    /// The number of times that the calling thread has slept.
    private var sleeps: Int {
        let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return line.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
    }

    private func events(_ timeout: EventPoll.Timeout) -> [Event] {
        var events: [Event] = []
        poll.wait(timeout) { event in
            switch event {
            case .timer: events.append(.timer)
            case .descriptor(let tag): events.append(.descriptor(tag))
            }
        }
        return events
    }

    /// Waits again if a signal has ended the wait.
    private func waitForAll(_ timeout: EventPoll.Timeout) -> [Event] {
        let limit: Duration? = if case .atMost(let duration) = timeout { now + duration } else { nil }
        while true {
            let events = events(limit.map { .atMost(max($0 - now, .zero)) } ?? timeout)
            if !events.isEmpty || limit.map({ $0 <= now }) ?? false { return events }
        }
    }
}
