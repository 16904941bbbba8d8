// swift-format-ignore-file
// The code of the README of Mobius.swift 0.2, "Mobius in Action - Building a Counter", block by block. Documentation/Mobius.md
// lists the lines that differ.

import MobiusLoopTypes

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

import AVFoundation
import MobiusExtras

class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent>, @unchecked Sendable {
    override func handle(_ input: CounterEffect) {
        AudioServicesPlayAlertSound(SystemSoundID(1322))
    }
    override func onDispose() {}
}

// MARK: Mobius in Action - Building a Counter: the loop

// For convenience, we put all our types in one enum
enum CounterLoopTypes: LoopTypes {
    typealias Event = CounterEvent
    typealias Effect = CounterEffect
    typealias Model = CounterModel
}
// And build a Mobius Loop!
let application: MobiusLoop<CounterLoopTypes> = Mobius
    .loop(update: update, effectHandler: PlaySoundEffectHandler())
    .start(from: 0)

// MARK: Mobius in Action - Building a Counter: the use

application.dispatchEvent(.increment) // Model is now 1
application.dispatchEvent(.decrement) // Model is now 0
application.dispatchEvent(.decrement) // Sound effect plays! Model is still 0
