import CarillonRealTime
import MobiusCore
import TestSupport
import Testing

/// The measurements in virtual time: work that takes long lets time pass.
@Suite struct LoopTimingTests {
    private enum Event { case quick, slow }

    private let time = VirtualTime()
    private let overruns = Box<[Overrun<Event>]>([])

    @Test func overrunIsReportedWithItsEventAndAQuickEventIsNot() throws {
        let timing = LoopTiming(deadline: .milliseconds(2))
        let (controller, send) = makeLoop(timing)
        send(.quick)
        #expect(overruns.value.isEmpty)
        send(.slow)
        let overrun = try #require(overruns.value.first)
        expectEqual(overrun.event, .slow)
        expectEqual(overrun.processing, .milliseconds(3))
        expectEqual(overrun.waiting, .zero)
        expectEqual(
            "\(overrun)", "slow was handled after 3.000 ms, including 0.000 ms of waiting; its deadline is 2.000 ms")
        expectEqual(timing.missedDeadlines, 1)
        expectEqual(timing.processing.count, 2)
        controller.stop()
    }

    @Test func waitingTimeStartsAtTheTimestampOfTheEvent() throws {
        let timing = LoopTiming(deadline: .milliseconds(2))
        let (controller, send) = makeLoop(timing)
        time.advance(by: .milliseconds(10))
        EventTimestamp.withValue(.milliseconds(5)) { send(.quick) }
        let overrun = try #require(overruns.value.first)
        expectEqual(overrun.event, .quick)
        expectEqual(overrun.time, .milliseconds(5))
        expectEqual(overrun.waiting, .milliseconds(5))
        expectEqual(timing.waiting.maximum, .milliseconds(5))
        controller.stop()
    }

    @Test func updateAndEffectsAreMeasured() {
        let timing = LoopTiming()
        let (controller, send) = makeLoop(timing)
        send(.slow)
        expectEqual(timing.update.count, 1)
        expectEqual(timing.effect.count, 1)
        expectEqual(timing.missedDeadlines, 0)
        controller.stop()
    }

    private func makeLoop(
        _ timing: LoopTiming
    ) -> (controller: MobiusController<Int, Event, Int>, send: Consumer<Event>) {
        let consumer = Box<Consumer<Event>?>(nil)
        let handler = AnyConnectable<Int, Event> { [time] send in
            consumer.change { $0 = send }
            return Connection(acceptClosure: { _ in time.advance(by: .milliseconds(3)) }, disposeClosure: {})
        }
        let update: @Sendable (Int, Event) -> Next<Int, Int> = { model, event in
            event == .slow ? .next(model + 1, effects: [model]) : .next(model + 1)
        }
        let controller = Mobius.loop(update: timing.measuring(update), effectHandler: timing.measuring(handler))
            .makeController(from: 0, on: time, timing: timing) { [overruns] overrun in
                overruns.change { $0.append(overrun) }
            }
        controller.start()
        return (controller, consumer.value!)
    }
}
