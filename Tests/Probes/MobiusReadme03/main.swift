// swift-format-ignore-file
// The code of the README of Mobius.swift 0.3, "Mobius in Action - Building a Counter", block by block. Documentation/Mobius.md
// lists the lines that differ.

import MobiusCore

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
private func beep() {
    AudioServicesPlayAlertSound(SystemSoundID(1322))
}
let effectHandler = EffectRouter<CounterEffect, CounterEvent>()
    .routeCase(CounterEffect.playSound).to { beep() }
    .asConnectable

// MARK: Mobius in Action - Building a Counter: the loop

let application = Mobius.loop(update: update, effectHandler: effectHandler)
    .start(from: 0)

// MARK: Mobius in Action - Building a Counter: the use

application.dispatchEvent(.increment) // Model is now 1
application.dispatchEvent(.decrement) // Model is now 0
application.dispatchEvent(.decrement) // Sound effect plays! Model is still 0
