import Carillon

// A metronome: the knob or the page sets the tempo, a button starts and stops it.

struct Model: Equatable, Sendable {
    var beatsPerMinute = 100
    var isRunning = false

    var pattern: Pattern {
        let beat = Duration.seconds(60) / beatsPerMinute
        return isRunning ? .blinking(on: .milliseconds(40), off: beat - .milliseconds(40)) : .off
    }
}

enum Event {
    case turned(Int)
    case tempo(Int)
    case pressed
}

func update(model: Model, event: Event) -> Model {
    var next = model
    switch event {
    case .turned(let steps): next.beatsPerMinute = min(max(model.beatsPerMinute + steps, 30), 240)
    case .tempo(let beats): next.beatsPerMinute = beats
    case .pressed: next.isRunning.toggle()
    }
    return next
}

func makeMetronome(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let beats = board.values.number("beats", in: 30...240, unit: " bpm")
    let controller = Mobius.beginnerLoop(update: update)
        .withEventSource(
            board.events(
                try board.encoder("tempo").turned { .turned($0) }, beats.commanded { .tempo($0) },
                try board.button("start").pressed(send: .pressed))
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(beats.view(\.beatsPerMinute))
    controller.connectView(try board.led("beat").view(\.pattern))
    controller.connectView(try board.buzzer("click").view(\.pattern))
    controller.connectView(try board.number("tempo").view(\.beatsPerMinute))
    return controller
}

Board.run(wiring: "metronome", makeMetronome)
