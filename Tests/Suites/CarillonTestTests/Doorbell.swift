import CarillonTest

/// An application with a device of each kind.
enum Doorbell {
    struct Model: Equatable, Sendable {
        var rings = 0
        var volume = 5
        var isMuted = false
        var isSomebodyThere = false
    }

    enum Event: Equatable, Sendable {
        case rung, held, clickedTwice
        case turned(Int)
        case muted(Bool)
        case seen(Bool)
        case chip(isPresent: Bool)
    }

    enum Effect: Equatable, Sendable { case chime, open, greet }

    static func update(model: Model, event: Event) -> Next<Model, Effect> {
        var next = model
        switch event {
        case .rung:
            next.rings += 1
            return .next(next, effects: model.isMuted ? [] : [.chime])
        case .held: return .dispatchEffects([.open])
        case .clickedTwice: return .dispatchEffects([.greet])
        case .turned(let steps): next.volume += steps
        case .muted(let isMuted): next.isMuted = isMuted
        case .seen(let isThere): next.isSomebodyThere = isThere
        case .chip(false): next.rings = -1
        case .chip(true): next.rings = 0
        }
        return .next(next)
    }

    static func make(on board: Board) throws -> MobiusController<Model, Event, Effect> {
        let bell = try board.button("bell")
        let effectHandler = EffectRouter<Effect, Event>()
            .routeCase(Effect.chime).to(try board.speaker.handler("chime"))
            .routeCase(Effect.open).to(try board.relay("door").handler(true))
            .routeCase(Effect.greet).to(
                try board.buzzer("buzzer").handler(.blinking(on: .milliseconds(2), off: .milliseconds(1), times: 2))
            )
            .asConnectable
        let controller = Mobius.loop(update: update, effectHandler: effectHandler)
            .withEventSource(
                board.events(
                    bell.pressed(send: .rung), bell.held(send: .held), bell.clicked(times: 2, send: .clickedTwice),
                    try board.encoder("volume").turned(send: Event.turned),
                    try board.switch("mute").changed(send: Event.muted),
                    try board.sensor("path").changed(send: Event.seen), board.chipPresence(send: Event.chip))
            )
            .makeController(from: Model(), on: board.queue)
        controller.connectView(try board.led("lamp").view { $0.rings > 0 ? .on : .off })
        controller.connectView(try board.rgb("mood").view { $0.isMuted ? .red : .green })
        controller.connectView(try board.bar("level").view { Double($0.volume) / 10 })
        controller.connectView(try board.number("rings").view(\.rings))
        return controller
    }
}
