import Carillon

// A light that cycles through the colours. A press stops it at the current colour, the next press continues.

struct Model: Equatable, Sendable {
    var place = 0
    var isMoving = true

    static let colors: [Color] = [.red, .yellow, .green, .cyan, .blue, .magenta]
    var color: Color { Model.colors[place] }
}

enum Event { case tick, pressed }
enum Effect { case run, stop }

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .tick:
        next.place = (model.place + 1) % Model.colors.count
        return .next(next)
    case .pressed:
        next.isMoving.toggle()
        return .next(next, effects: [next.isMoving ? .run : .stop])
    }
}

func makeColourLight(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timer = board.timer()
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.run).to(timer.start(every: .milliseconds(500), send: .tick))
        .routeCase(Effect.stop).to(timer.stop())
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.button("hold").pressed(send: .pressed))
        .makeController(from: Model(), initiate: { First(model: $0, effects: [.run]) }, on: board.queue)
    controller.connectView(try board.rgb("light").view(\.color))
    return controller
}

Board.run(wiring: "colour-light", makeColourLight)
