import Carillon

// A light that gets brighter with each press. After full brightness it pulses, and then goes out.

enum Mode: CaseIterable, Sendable {
    case off, dim, half, bright, breathing

    var next: Mode {
        let modes = Mode.allCases
        return modes[(modes.firstIndex(of: self)! + 1) % modes.count]
    }

    var pattern: Pattern {
        switch self {
        case .off: .off
        case .dim: .dimmed(to: 0.1)
        case .half: .dimmed(to: 0.5)
        case .bright: .on
        case .breathing: .pulsing(rise: .seconds(2), fall: .seconds(2))
        }
    }
}

enum Event { case pressed }

func makeFadingLight(on board: Board) throws -> MobiusController<Mode, Event, Never> {
    let controller = Mobius.beginnerLoop { (mode: Mode, _: Event) in mode.next }
        .withEventSource(try board.button("brighter").pressed(send: .pressed))
        .makeController(from: .off, on: board.queue)
    controller.connectView(try board.led("lamp").view(\.pattern))
    return controller
}

Board.run(wiring: "fading-light", makeFadingLight)
