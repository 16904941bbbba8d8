import Carillon
import CarillonMemory

// A counter at a door that speaks: it welcomes each visitor with a number. A press of the button asks how many there were;
// held for a second, it begins anew. The page shows the number, and can begin anew, too. The box remembers the number. A
// light is on while it speaks.

struct Model: Equatable, Sendable {
    var visitors = 0
    var isSpeaking = false
}

enum Event {
    case visitor
    case asked, reset
    case fellSilent
}

enum Effect: Equatable {
    case welcome(Int)
    case report(Int)
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .visitor:
        next.visitors += 1
        // Visitors who come while it speaks are counted only.
        guard !model.isSpeaking else { return .next(next) }
        next.isSpeaking = true
        return .next(next, effects: [.welcome(next.visitors)])
    case .reset where !model.isSpeaking:
        next = Model(visitors: 0, isSpeaking: true)
        return .next(next, effects: [.report(0)])
    case .asked where !model.isSpeaking:
        next.isSpeaking = true
        return .next(next, effects: [.report(model.visitors)])
    case .asked, .reset: return .noChange
    case .fellSilent:
        next.isSpeaking = false
        return .next(next)
    }
}

/// Returns the answer of the box.
func report(_ visitors: Int) -> Speech {
    switch visitors {
    case 0: "Nobody has come yet."
    case 1: "One visitor has come."
    default: "\(visitors) visitors have come."
    }
}

func makeVisitorCounter(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.welcome).to(
            board.speaker.speech.handler({ "Welcome. You are visitor number \($0)." }, then: { _, _ in .fellSilent })
        )
        .routeCase(Effect.report).to(board.speaker.speech.handler(report, then: { _, _ in .fellSilent }))
        .asConnectable
    let button = try board.button("count")
    let controller = try Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.sensor("door").detected(send: .visitor), button.clicked(send: .asked),
                button.held(send: .reset), board.values.button("begin anew").pressed(send: .reset))
        )
        .makeController(from: Model(), remembering: \.visitors, as: "visitors", on: board)
    controller.connectView(board.values.number("visitors").view(\.visitors))
    controller.connectView(try board.led("speaking").view { $0.isSpeaking ? .on : .off })
    return controller
}

Board.run(wiring: "visitor-counter", makeVisitorCounter)
