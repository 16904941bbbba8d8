import Carillon
import Testing

// The code of the README of Mobius.swift 0.3, "Mobius in Action - Building a Counter", block by block, in Swift's
// language mode 6. Changed: `import AVFoundation` is `import Carillon`, and the constants are those of a function. No
// board is open, so the alert is reported on standard error. On a board it is heard; see AudioServicesTests.

// MARK: Mobius in Action - Building a Counter: the model

typealias CounterModel = Int

// MARK: Mobius in Action - Building a Counter: the events

enum CounterEvent {
    case increment
    case decrement
}

// MARK: Mobius in Action - Building a Counter: the rules

func update(model: CounterModel, event: CounterEvent) -> CounterModel {
    switch event {
    case .increment: return model + 1
    case .decrement: return model - 1
    }
}

// MARK: Mobius in Action - Building a Counter: the effects

enum CounterEffect {
    case playSound
}

// MARK: Mobius in Action - Building a Counter: the rules, with effects

func update(model: CounterModel, event: CounterEvent) -> Next<CounterModel, CounterEffect> {
    switch event {
    case .increment:
        return .next(model + 1)
    case .decrement:
        if model == 0 {
            return .dispatchEffects([.playSound])
        } else {
            return .next(model - 1)
        }
    }
}

// MARK: Mobius in Action - Building a Counter: the effect handler

private func beep() {
    AudioServicesPlayAlertSound(SystemSoundID(1322))
}

@Suite struct ReadmeTests {
    @Test func counterCountsAndRingsAtZero() {
        let effectHandler = EffectRouter<CounterEffect, CounterEvent>()
            .routeCase(CounterEffect.playSound).to { beep() }
            .asConnectable

        // MARK: Mobius in Action - Building a Counter: the loop

        let application = Mobius.loop(update: update, effectHandler: effectHandler)
            .start(from: 0)

        // MARK: Mobius in Action - Building a Counter: the use

        application.dispatchEvent(.increment)
        #expect(application.latestModel == 1)
        application.dispatchEvent(.decrement)
        #expect(application.latestModel == 0)
        application.dispatchEvent(.decrement)
        #expect(application.latestModel == 0)
    }

    @Test func firstRulesKnowNoEffects() {
        let model: CounterModel = update(model: 0, event: .decrement)
        #expect(model == -1)
    }
}
