import MobiusLoopTypes
import TestSupport
import Testing

@testable import MobiusReadme02

/// The program of the README of Mobius.swift 0.2, in Swift's language mode 5. No board is open in a test, so the alert is
/// reported on standard error. On a board it is heard; see AudioServicesTests.
@Suite struct ReadmeTests {
    @Test func programRingsOnce() throws {
        let run = try Program("MobiusReadme02", [])
        expectEqual(
            run.errors,
            """
            carillon: AudioServicesPlayAlertSound(1322) plays nothing: no board is open; \
            call it in an application that Board.run runs

            """)
        expectEqual(run.status, 0)
    }

    @Test func counterCountsAndRingsAtZero() {
        let application: MobiusLoop<CounterLoopTypes> = Mobius.loop(
            update: update, effectHandler: PlaySoundEffectHandler()
        ).start(from: 0)
        let models = [CounterEvent.increment, .decrement, .decrement].map { event in
            application.dispatchEvent(event)
            return application.latestModel
        }
        expectEqual(models, [1, 0, 0])
    }

    @Test func firstUpdateFunctionHasNoEffects() {
        let model: CounterModel = update(model: 0, event: .decrement)
        expectEqual(model, -1)
    }

    @Test func controllersAndBuildersCanBeNamedByTheirTypes() {
        let builder: Builder<CounterLoopTypes> = Mobius.loop(
            update: update, effectHandler: PlaySoundEffectHandler())
        let controller: MobiusController<CounterLoopTypes> = builder.makeController(from: 3)
        expectEqual(controller.model, 3)
        let oldName: Mobius.Builder<CounterModel, CounterEvent, CounterEffect> = builder
        expectEqual(oldName.start(from: 4).latestModel, 4)
    }
}
