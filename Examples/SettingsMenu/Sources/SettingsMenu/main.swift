import Carillon
import CarillonMemory
import Screens

// A lamp with a menu. A knob goes through the menu on a display, and a press of it chooses: the lamp, its brightness, the time after
// which it goes out, and a second page. The box remembers the settings.

enum Page: String, Codable { case settings, about }

struct Settings: Codable, Equatable, Sendable {
    var brightness = 80.0
    /// The minutes after which the lamp goes out; 0 for never.
    var minutes = 0
}

struct Model: Equatable, Sendable {
    var settings = Settings()
    var isOn = false
    var page = Page.settings
}

enum Event {
    case switched(Bool)
    case brightness(Double)
    case minutes(Int)
    case opened(Page)
    case timedOut
}

enum Effect {
    case wait(Duration)
    case stopWaiting
}

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    switch event {
    case .opened(let page):
        next.page = page
        return .next(next)
    case .brightness(let percent):
        next.settings.brightness = percent
        return .next(next)
    case .switched(let isOn): next.isOn = isOn
    case .minutes(let minutes): next.settings.minutes = minutes
    case .timedOut: next.isOn = false
    }
    let isTimed = next.isOn && next.settings.minutes > 0
    return .next(next, effects: [isTimed ? .wait(.seconds(next.settings.minutes * 60)) : .stopWaiting])
}

struct MenuView: View {
    let model: Model

    var body: some View {
        switch model.page {
        case .settings:
            List {
                Toggle("Lamp", isOn: Binding(model.isOn, send: Event.switched))
                Slider(
                    "Brightness", value: Binding(model.settings.brightness, send: Event.brightness), in: 5...100,
                    step: 5)
                Picker("Off after", selection: Binding(model.settings.minutes, send: Event.minutes)) {
                    ForEach([0, 15, 30, 60], id: \.self) { Text($0 == 0 ? "never" : "\($0) min") }
                }
                Button("About", send: Event.opened(.about))
            }
        case .about:
            Text("A lamp with a menu of two pages.").lineLimit(nil)
            Divider()
            Button("Back", send: Event.opened(.settings))
        }
    }
}

func makeSettingsMenu(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timer = board.timer()
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.wait).to(timer.start(send: .timedOut))
        .routeCase(Effect.stopWaiting).to(timer.stop())
        .asConnectable
    let controller = try Mobius.loop(update: update, effectHandler: effectHandler)
        .makeController(from: Model(), remembering: \.settings, as: "settings", on: board)
    controller.connectView(
        try board.led("lamp").view { $0.isOn ? .dimmed(to: $0.settings.brightness / 100) : .off })
    controller.connectView(
        try board.screen("menu").control(by: board.encoder("knob")).view { MenuView(model: $0) })
    return controller
}

Board.run(wiring: "settings-menu", makeSettingsMenu)
