import CarillonRealTime
import Fluxer
import MobiusCore
import TestSupport
import Testing

/// Stores and loops in one program.
@Suite struct LoopTests {
    private let time = VirtualTime()

    @Test func valueOfAStoreCanBeAnEventSource() {
        let quiet = ObservableValue(true)
        let controller = sum().withEventSource(quiet.startingWithValue.map { $0 ? 10 : 1 }.asEventSource)
            .makeController(from: 0, on: time)
        controller.start()
        expectEqual(controller.model, 10)
        quiet.value = false
        expectEqual(controller.model, 11)
        controller.stop()
        quiet.value = true
        expectEqual(controller.model, 11)
    }

    @Test func modelOfALoopCanBeAnObservableValue() {
        let model = ObservableValue(0)
        let told = Recorder<String>()
        _ = model.map { "model \($0)" }.subscribe { told.append($0) }
        let events = ObservableValue(0)
        let controller = sum().withEventSource(events.asEventSource).makeController(from: 3, on: time)
        controller.connectView(model)
        controller.start()
        events.value = 4
        expectEqual(told.values, ["model 3", "model 7"])
        controller.stop()
        expectEqual(model.value, 7)
    }

    @Test func effectDispatchesAnAction() {
        let dispatcher = Dispatcher()
        let numbers = Recorder<Int>()
        dispatcher.register(Step.self) { numbers.append($0.number) }
        let loop = Mobius.loop(
            update: { (model: Int, event: Int) in .next(model + event, effects: [Step(event)]) },
            effectHandler: EffectRouter<Step, Int>().routeEffects(withParameters: { $0 }).to { dispatcher.dispatch($0) }
                .asConnectable
        ).start(from: 0)
        loop.dispatchEvent(5)
        expectEqual(numbers.values, [5])
    }

    private func sum() -> Mobius.Builder<Int, Int, Never> {
        Mobius.loop(
            update: { model, event in .next(model + event) }, effectHandler: EffectRouter<Never, Int>().asConnectable)
    }
}
