import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct LoopTimerTests {
    enum Event: Equatable, Sendable {
        case go(Effect)
        case isOver, tick
    }

    enum Effect: Equatable, Sendable {
        case wait(Duration)
        case waitOneSecond, tick, stop
    }

    private let time = VirtualTime()
    private let timer: LoopTimer
    private let controller: MobiusController<[Event], Event, Effect>

    init() {
        let timer = LoopTimer(on: time)
        self.timer = timer
        let effectHandler = EffectRouter<Effect, Event>()
            .routeCase(Effect.wait).to(timer.start(send: .isOver))
            .routeCase(Effect.waitOneSecond).to(timer.start(after: .seconds(1), send: .isOver))
            .routeCase(Effect.tick).to(timer.start(every: .seconds(1), send: .tick))
            .routeCase(Effect.stop).to(timer.stop())
            .asConnectable
        @Sendable func update(model: [Event], event: Event) -> Next<[Event], Effect> {
            if case .go(let effect) = event { .dispatchEffects([effect]) } else { .next(model + [event]) }
        }
        // The model consists of the events that the timer has sent.
        controller = Mobius.loop(update: update, effectHandler: effectHandler)
            .withEventSource(commands)
            .makeController(from: [], on: time)
        controller.start()
    }

    private let commands = Commands()

    /// Reported after a thousand events, then after twice as many, but not in all seconds.
    @Test func timerWithoutAPauseIsReported() {
        var haste = TimerHaste()
        func fire(_ count: Int, after duration: Duration, each step: Duration, at start: Duration) -> [Int] {
            (1...count).compactMap { haste.take(duration, at: start + step * $0) }
        }
        expectEqual(fire(5000, after: .milliseconds(1), each: .milliseconds(1), at: .zero), [])
        expectEqual(fire(5000, after: .zero, each: .milliseconds(5), at: .seconds(10)), [])
        expectEqual(fire(999, after: .zero, each: .microseconds(5), at: .seconds(100)), [])
        expectEqual(fire(5000, after: .zero, each: .microseconds(5), at: .seconds(200)), [1000, 2000, 4000])
        expectEqual(fire(5000, after: .microseconds(1), each: .microseconds(5), at: .seconds(300)), [8000])
    }

    @Test func eventIsSentWhenTheTimeHasPassed() {
        commands.send(.go(.wait(.seconds(3))))
        time.advance(by: .milliseconds(2999))
        expectEqual(controller.model, [])
        time.advance(by: .milliseconds(1))
        expectEqual(controller.model, [.isOver])
        #expect(!timer.isRunning)
    }

    @Test func restartDiscardsTheElapsedTime() {
        commands.send(.go(.waitOneSecond))
        time.advance(by: .milliseconds(900))
        commands.send(.go(.waitOneSecond))
        time.advance(by: .milliseconds(900))
        expectEqual(controller.model, [])
        time.advance(by: .seconds(10))
        expectEqual(controller.model, [.isOver])
    }

    @Test func timerTicksUntilItIsStopped() {
        commands.send(.go(.tick))
        time.advance(by: .milliseconds(3500))
        commands.send(.go(.stop))
        time.advance(by: .seconds(10))
        expectEqual(controller.model, [.tick, .tick, .tick])
        #expect(!timer.isRunning)
    }

    @Test func endOfTheLoopStopsTheTimer() {
        commands.send(.go(.waitOneSecond))
        controller.stop()
        #expect(!timer.isRunning)
        time.advance(by: .seconds(10))
        expectEqual(controller.model, [])
    }
}

/// An event source through which a test sends events.
///
/// `@unchecked Sendable`: a test uses it on its own thread.
private final class Commands: EventSource, @unchecked Sendable {
    private var consumer: Consumer<LoopTimerTests.Event>?

    func subscribe(consumer: @escaping Consumer<LoopTimerTests.Event>) -> any Disposable {
        self.consumer = consumer
        return AnonymousDisposable { [self] in self.consumer = nil }
    }

    func send(_ event: LoopTimerTests.Event) { consumer?(event) }
}
