import Dispatch
import MobiusCore
import MobiusExtras
import TestSupport
import Testing

@Suite struct SimpleLoggerTests {
    private enum Event { case increment, decrement }
    private enum Effect { case playSound }

    private let lines = Recorder<String>()

    private var counter: Mobius.Builder<Int, Event, Effect> {
        let update: @Sendable (Int, Event) -> Next<Int, Effect> = { count, event in
            switch event {
            case .increment: .next(count + 1)
            case .decrement where count == 0: .dispatchEffects([.playSound])
            case .decrement: .next(count - 1)
            }
        }
        let effectHandler = EffectRouter<Effect, Event>().routeCase(Effect.playSound).to {}.asConnectable
        return Mobius.loop(update: update, effectHandler: effectHandler)
    }

    @Test func loggerLogsTheResultOfEachEvent() {
        let loop = counter.withLogger(SimpleLogger(tag: "Counter", consumer: lines.append)).start(from: 0)
        loop.dispatchEvent(.increment)
        loop.dispatchEvent(.decrement)
        loop.dispatchEvent(.decrement)
        expectEqual(
            lines.values,
            [
                "Counter: increment happens to 0",
                "Counter: increment gave 1",
                "Counter: decrement happens to 1",
                "Counter: decrement gave 0",
                "Counter: decrement happens to 0",
                "Counter: decrement gave no model, effects [playSound]",
            ])
    }

    @Test func loggerLogsTheFirstModelOfAController() {
        let controller = counter.withLogger(SimpleLogger(consumer: lines.append))
            .makeController(
                from: 3, initiate: { count in First(model: count + 1, effects: [.playSound]) },
                loopQueue: DispatchQueue(label: "loop"))
        controller.start()
        controller.stop()
        expectEqual(lines.values, ["Mobius: starting from 3", "Mobius: started from 4, effects [playSound]"])
    }
}
