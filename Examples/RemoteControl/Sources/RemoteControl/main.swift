import Carillon

// A light with a remote control: POWER switches it, VOLUME + and - dim it, and the coloured keys choose the colour. The receiver
// and the remote's keymap are the kernel's; `ir-keytable -t` shows the keys.

struct Model: Equatable, Sendable {
    var isOn = false
    var color = Color.white
    /// From 1 to 10.
    var brightness = 10
}
enum Event {
    case power
    case color(Color)
    case dim(Int)
}

func update(model: Model, event: Event) -> Next<Model, Never> {
    var model = model
    switch event {
    case .power: model.isOn.toggle()
    case .color(let color): (model.color, model.isOn) = (color, true)
    case .dim(let steps): model.brightness = min(max(model.brightness + steps, 1), 10)
    }
    return .next(model)
}

func makeRemoteControl(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let remote = try board.keypad("remote")
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
        .withEventSource(
            try board.events(
                remote.pressed("KEY_POWER", send: .power), remote.pressed("KEY_RED", send: .color(.red)),
                remote.pressed("KEY_GREEN", send: .color(.green)), remote.pressed("KEY_BLUE", send: .color(.blue)),
                remote.pressed("KEY_YELLOW", send: .color(.yellow)),
                remote.pressed("KEY_VOLUMEUP", repeating: true, send: .dim(1)),
                remote.pressed("KEY_VOLUMEDOWN", repeating: true, send: .dim(-1)))
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(
        try board.rgb("light").view { model in
            let share = Double(model.brightness) / 10
            let color = model.color
            return model.isOn
                ? Color(red: color.red * share, green: color.green * share, blue: color.blue * share) : nil
        })
    return controller
}

Board.run(wiring: "remote-control", makeRemoteControl)
