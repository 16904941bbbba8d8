import Carillon

// A baby monitor: when it has been loud for 3 s, a lamp pulses until it has been quiet for 20 s. With --broker, Home
// Assistant shows it, and a switch there pauses it.

struct Model: Equatable, Sendable {
    var isWatching = true
    var isCrying = false
}

enum Event {
    case loud, quiet
    case watching(Bool)
}

enum Effect {}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    switch event {
    case .loud: .next(Model(isWatching: model.isWatching, isCrying: model.isWatching))
    case .quiet: .next(Model(isWatching: model.isWatching))
    case .watching(let isWatching): .next(Model(isWatching: isWatching))
    }
}

func makeBabyMonitor(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let ear = try board.microphone("nursery")
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Effect, Event>().asConnectable)
        .withEventSource(
            board.events(
                ear.louder(for: .seconds(3), send: .loud), ear.quieter(for: .seconds(20), send: .quiet),
                try board.switch("watch").changed { .watching($0) },
                board.values.switch("watching").commanded { .watching($0) })
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("lamp").view { $0.isCrying ? .pulsing() : .off })
    controller.connectView(board.values.switch("watching").view { $0.isWatching })
    return controller
}

Board.run(wiring: "baby-monitor", fleet: .homeAssistant, makeBabyMonitor)
