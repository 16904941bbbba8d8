import MobiusCore
import TestSupport
import Testing

@testable import MobiusReadme03

/// The program of the README of Mobius.swift 0.3, in Swift's language mode 6. No board is open in a test, so the alert is
/// reported on standard error. On a board it is heard; see AudioServicesTests.
@Suite struct ReadmeTests {
    @Test func programRingsOnce() throws {
        let run = try Program("MobiusReadme03", [])
        expectEqual(
            run.errors,
            """
            carillon: AudioServicesPlayAlertSound(1322) plays nothing: no board is open; \
            call it in an application that Board.run runs

            """)
        expectEqual(run.status, 0)
    }

    @Test func counterCountsAndRingsAtZero() {
        let rings = Recorder<CounterEffect>()
        let effectHandler = EffectRouter<CounterEffect, CounterEvent>()
            .routeCase(CounterEffect.playSound).to { rings.append(.playSound) }
            .asConnectable
        let application = Mobius.loop(update: update, effectHandler: effectHandler).start(from: 0)
        let models = [CounterEvent.increment, .decrement, .decrement].map { event in
            application.dispatchEvent(event)
            return application.latestModel
        }
        expectEqual(models, [1, 0, 0])
        expectEqual(rings.values, [.playSound])
    }

    @Test func firstUpdateFunctionHasNoEffects() {
        let model: CounterModel = update(model: 0, event: .decrement)
        expectEqual(model, -1)
    }
}
