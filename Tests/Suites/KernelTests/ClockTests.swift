import CarillonRealTime
import CarillonScheduling
import Foundation
import MobiusCore
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonDevices

/// The clock of a real kernel, which is set while the queue runs.
extension RealKernel {
    @Suite struct Clocks {
        /// A clock with an alarm at seven, and the texts of what happens.
        private final class AlarmBench {
            let queue: RealTimeQueue
            let clock: WallClock
            private let log = Locked<[String]>([])
            private var alarm: (any Disposable)?

            var texts: [String] { log.withLock { $0 } }

            init() throws {
                let queue = try RealTimeQueue(name: "test", priority: 50)
                let log = log
                let observer = DeviceObserver { error in log.withLock { $0.append("\(error)") } }
                clock = queue.perform {
                    let source = MachineClock(queue)
                    let start = ClockStart(source, zone: TimeZoneRules("UTC0"), at: queue.now)
                    let clock = WallClock(on: queue, start, place: nil, observer: observer)
                    clock.follow(source) { [weak clock] text in clock?.receive(text) }
                    return clock
                }
                self.queue = queue
                alarm = clock.alarm().rings { ring in "\(ring.time)" }
                    .subscribe { text in log.withLock { $0.append(text) } }
                clock.alarm().set(.at("07:00"))
            }

            func end() {
                alarm?.dispose()
                queue.perform { clock.close() }
                queue.stop()
            }
        }

        /// Sets the clock of the kernel, as `date --set` does.
        private func setClock(to text: String) throws {
            let seconds = try #require(LocalTime(text)).seconds
            var time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
            try #require(clock_settime(CLOCK_REALTIME, &time) == 0, "cannot set the clock: \(errno)")
        }

        @Test func alarmRingsOnceWhileTheClockIsSet() throws {
            let start = time(nil)
            let begin = ContinuousClock.now
            defer {
                var now = timespec(tv_sec: start + Int((ContinuousClock.now - begin).components.seconds), tv_nsec: 0)
                clock_settime(CLOCK_REALTIME, &now)
            }
            try setClock(to: "2037-06-01 02:00")
            let bench = try AlarmBench()
            defer { bench.end() }
            try setClock(to: "2037-06-01 04:00")
            try wait(until: "the first change is reported") { bench.texts.count == 1 }
            try setClock(to: "2037-06-01 06:59:59")
            try wait(until: "the alarm rings") { bench.texts.count == 3 }
            try setClock(to: "2037-06-01 06:59:59")
            // The next second rings if the alarm rings again.
            usleep(1_500_000)
            try setClock(to: "2037-06-03 12:00")
            try wait(until: "an alarm is missed") { bench.texts.count == 5 }
            // The kernel sets no time before its own start, which the idle hours of other tests make days ago.
            try setClock(to: "1975-01-01 00:00")
            try wait(until: "the clock is lost") { bench.texts.count == 7 }
            try setClock(to: "2037-06-04 07:00:00")
            try wait(until: "the alarm of this moment rings") { bench.texts.count == 9 }
            expectEqual(
                bench.texts.map { kind(of: $0) },
                [
                    "set", "set", "2037-06-01 07:00", "set", "2 missed", "set", "not set", "set", "2037-06-04 07:00",
                ])
        }

        private func kind(of text: String) -> String {
            if text.hasPrefix("the clock was set") { return "set" }
            if text.hasPrefix("the clock is not set") { return "not set" }
            return text.contains("did not ring 2 times") ? "2 missed" : text
        }
    }
}
