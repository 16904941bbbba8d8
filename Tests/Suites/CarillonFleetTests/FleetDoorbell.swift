import CarillonTest

/// A doorbell with a device for each way of the fleet: a light that a view drives, a lamp with an event for its commands,
/// and a door that no view drives.
enum FleetDoorbell {
    struct Model: Equatable, Sendable {
        var rings = 0
        var isQuiet = false
        var isLit = false
        var volume = 5.0
    }

    enum Event: Equatable, Sendable {
        case rung
        case quiet(Bool)
        case lit(Bool)
        case volume(Double)
    }

    enum Effect: Equatable, Sendable { case chime }

    static func update(model: Model, event: Event) -> Next<Model, Effect> {
        var next = model
        switch event {
        case .rung:
            next.rings += 1
            return .next(next, effects: model.isQuiet ? [] : [.chime])
        case .quiet(let isQuiet): next.isQuiet = isQuiet
        case .lit(let isLit): next.isLit = isLit
        // The model has its own idea of a volume.
        case .volume(let volume): next.volume = min(volume, 8)
        }
        return .next(next)
    }

    static func make(on board: Board) throws -> MobiusController<Model, Event, Effect> {
        let effectHandler = EffectRouter<Effect, Event>()
            .routeCase(Effect.chime).to(try board.speaker.handler("chime"))
            .asConnectable
        _ = try board.relay("door")
        _ = try board.servo("arm")
        let controller = Mobius.loop(update: update, effectHandler: effectHandler)
            .withEventSource(
                board.events(
                    try board.button("bell").pressed(send: .rung), board.values.button("ring").pressed(send: .rung),
                    board.values.switch("quiet").commanded { .quiet($0) },
                    board.values.switch("lamp").commanded { .lit($0) },
                    board.values.number("volume", in: 0...10).commanded { .volume($0) })
            )
            .makeController(from: Model(), on: board.queue)
        controller.connectView(try board.led("light").view { $0.rings > 0 ? .on : .off })
        controller.connectView(try board.led("lamp").view { $0.isLit ? .on : .off })
        controller.connectView(board.values.number("rings").view { $0.rings })
        controller.connectView(board.values.number("volume").view { $0.volume })
        controller.connectView(board.values.switch("quiet").view { $0.isQuiet })
        return controller
    }
}
