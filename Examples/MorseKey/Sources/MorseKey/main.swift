import Carillon

// A Morse key: the lamp and the buzzer follow the key, and the letters are printed. The length of a mark is
// exact to the edges of the key, also if the loop is busy.

struct Model: Equatable, Sendable {
    var downSince: Duration?
    /// The marks of the current letter.
    var marks = ""
    var text = ""
}

enum Event {
    case key(isDown: Bool, at: Duration)
    case pause
}

enum Effect: Equatable {
    case waitForPause, stopWaiting
    case print(String)
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .key(true, let time):
        next.downSince = time
        return .next(next, effects: [.stopWaiting])
    case .key(false, let time):
        guard let since = model.downSince else { return .noChange }
        next.downSince = nil
        next.marks += time - since < .milliseconds(200) ? "." : "-"
        return .next(next, effects: [.waitForPause])
    case .pause:
        let letter = MorseCode.letters[model.marks] ?? "?"
        next.marks = ""
        next.text += letter
        return .next(next, effects: [.print(letter)])
    }
}

enum MorseCode {
    /// The letters of ITU-R M.1677-1, section 1.1.1.
    static let letters = [
        ".-": "A", "-...": "B", "-.-.": "C", "-..": "D", ".": "E", "..-.": "F", "--.": "G", "....": "H", "..": "I",
        ".---": "J", "-.-": "K", ".-..": "L", "--": "M", "-.": "N", "---": "O", ".--.": "P", "--.-": "Q", ".-.": "R",
        "...": "S", "-": "T", "..-": "U", "...-": "V", ".--": "W", "-..-": "X", "-.--": "Y", "--..": "Z",
    ]
}

func makeMorseKey(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timer = board.timer()
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.waitForPause).to(timer.start(after: .milliseconds(600), send: .pause))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .routeCase(Effect.print).to { (letter: String) in print(letter) }
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.button("key").changed { .key(isDown: $0, at: $1) })
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("lamp").view { .on(if: $0.downSince != nil) })
    controller.connectView(try board.buzzer("tone").view { .on(if: $0.downSince != nil) })
    return controller
}

Board.run(wiring: "morse-key", makeMorseKey)
