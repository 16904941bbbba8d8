import MobiusLoopTypes
import Testing

// The code of the README of Mobius.swift 0.2, "Mobius in Action - Building a Counter", block by block, in Swift's
// language mode 5. Changed: `import MobiusCore`, which a program of that time has and the README omits, is `import
// MobiusLoopTypes`. The effect handler is in a file of its own, PlaySoundEffectHandler.swift, with its imports.

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

// MARK: Mobius in Action - Building a Counter: the loop

enum CounterLoopTypes: LoopTypes {
    typealias Event = CounterEvent
    typealias Effect = CounterEffect
    typealias Model = CounterModel
}
let application: MobiusLoop<CounterLoopTypes> =
    Mobius
    .loop(update: update, effectHandler: PlaySoundEffectHandler())
    .start(from: 0)

// MARK: Mobius in Action - Building a Counter: the use

@Suite struct ReadmeTests {
    @Test func counterCountsAndRingsAtZero() {
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

    @Test func controllersAndBuildersAreNamedByTheirTypesToo() {
        let builder: Builder<CounterLoopTypes> = Mobius.loop(
            update: update, effectHandler: PlaySoundEffectHandler())
        let controller: MobiusController<CounterLoopTypes> = builder.makeController(from: 3)
        #expect(controller.model == 3)
        let oldName: Mobius.Builder<CounterModel, CounterEvent, CounterEffect> = builder
        #expect(oldName.start(from: 4).latestModel == 4)
    }
}
