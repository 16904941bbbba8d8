import Carillon

// A soundboard: four pads play the sounds of a bank, several at once. A knob chooses the bank, which a bar of lights shows;
// a press of the knob stops all sounds.

enum Bank {
    /// The sounds of the pads. A name that begins with "/" is the path of a file of your own.
    static let all: [[SoundName]] = [
        [.doorbell, .success, .error, .alarm],
        [.tick, .tock, .click, .countdown],
        [.start, .stop, .message, .notify],
    ]
}

enum Event: Sendable {
    case pad(Int)
    case turned(Int)
    case pressed
}

enum Effect: Equatable {
    case play(SoundName)
    case silence(SoundName)
}

/// The model is the number of the bank.
func update(bank: Int, event: Event) -> Next<Int, Effect> {
    switch event {
    case .pad(let number): .dispatchEffects([.play(Bank.all[bank][number])])
    case .turned(let steps): .next(min(max(bank + steps, 0), Bank.all.count - 1))
    case .pressed: .dispatchEffects(Bank.all.joined().map { .silence($0) })
    }
}

func makeSoundboard(on board: Board) throws -> MobiusController<Int, Event, Effect> {
    let knob = try board.encoder("bank")
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.play).to(board.speaker.play)
        .routeCase(Effect.silence).to(board.speaker.stop)
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.button("pad1").pressed(send: .pad(0)), try board.button("pad2").pressed(send: .pad(1)),
                try board.button("pad3").pressed(send: .pad(2)), try board.button("pad4").pressed(send: .pad(3)),
                knob.turned { .turned($0) }, knob.button?.pressed(send: .pressed) ?? board.events())
        )
        .makeController(from: 0, on: board.queue)
    controller.connectView(try board.bar("banks").view { Double($0 + 1) / Double(Bank.all.count) })
    return controller
}

Board.run(wiring: "soundboard", makeSoundboard)
