import Carillon

// A lamp that is on when it is dark, if its switch is on.

struct Model: Equatable, Sendable {
    var isDark = false
    var isOn = false
}

enum Event {
    case dark(Bool)
    case switched(Bool)
}

func update(model: Model, event: Event) -> Model {
    switch event {
    case .dark(let isDark): Model(isDark: isDark, isOn: model.isOn)
    case .switched(let isOn): Model(isDark: model.isDark, isOn: isOn)
    }
}

func makeNightLight(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let controller = Mobius.beginnerLoop(update: update)
        .withEventSource(
            board.events(
                try board.sensor("darkness").changed { .dark($0) }, try board.switch("on").changed { .switched($0) })
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.led("lamp").view { $0.isOn && $0.isDark ? .dimmed(to: 0.4) : .off })
    return controller
}

Board.run(wiring: "night-light", makeNightLight)
