import Carillon

// A guest book: lift the receiver, hear a greeting and a beep, speak for up to 3 minutes, hang up. A button plays the
// newest message, and a lamp shows that the box records.

struct Model: Equatable, Sendable {
    enum Phase: Equatable, Sendable { case idle, greeting, beeping, recording, full }
    var phase = Phase.idle
    /// The path of the newest message.
    var newest: String?
}

enum Event {
    case receiver(isLifted: Bool)
    case greeted, beeped, listen
    case recorded(SoundRecording)
}

enum Effect {
    case greet, beep, record, stop
    case hush(SoundName)
    case play(SoundName)
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch (event, model.phase) {
    case (.receiver(isLifted: true), .idle):
        next.phase = .greeting
        return .next(next, effects: (model.newest.map { [.hush(SoundName($0))] } ?? []) + [.greet])
    case (.receiver(isLifted: false), let phase):
        next.phase = .idle
        switch phase {
        case .greeting: return .next(next, effects: [.hush("greeting")])
        case .beeping: return .next(next, effects: [.hush("beep")])
        case .recording: return .next(next, effects: [.stop])
        case .idle, .full: return .next(next)
        }
    case (.greeted, .greeting):
        next.phase = .beeping
        return .next(next, effects: [.beep])
    case (.beeped, .beeping):
        next.phase = .recording
        return .next(next, effects: [.record])
    case (.recorded(let recording), let phase):
        if recording.duration >= .seconds(1) { next.newest = recording.path }
        // It reached its limit, or the disk is full.
        if phase == .recording, recording.end != .stopped { next.phase = .full }
        return .next(next)
    case (.listen, .idle):
        return .dispatchEffects(model.newest.map { [.play(SoundName($0))] } ?? [])
    default: return .noChange
    }
}

func makeGuestBook(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let (speaker, ear) = (board.speaker, try board.microphone("receiver"))
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.greet).to(try speaker.handler("greeting", then: .greeted))
        .routeCase(Effect.beep).to(try speaker.handler("beep", then: .beeped))
        .routeCase(Effect.record).to(ear.record(for: .seconds(180), then: Event.recorded))
        .routeCase(Effect.stop).to { ear.stopRecording() }
        .routeCase(Effect.hush).to(speaker.stop)
        .routeCase(Effect.play).to(speaker.play)
        .asConnectable
    return Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                try board.switch("hook").changed { .receiver(isLifted: $0) },
                try board.button("listen").pressed(send: .listen))
        )
        .makeController(from: Model(), on: board.queue)
}

Board.run(wiring: "guest-book", makeGuestBook)
