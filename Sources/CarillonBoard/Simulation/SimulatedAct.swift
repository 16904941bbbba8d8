import CarillonDevices

/// An act of a hand on a control of a simulated board.
package enum SimulatedAct {
    /// Presses it so often, each time for a moment.
    case click(SimulatedControl, times: Int)
    case press(SimulatedControl)
    case release(SimulatedControl)
    /// Presses it for so long.
    case hold(SimulatedControl, Duration)
    /// Turns it so many steps: to the right, or to the left if it is less than 0.
    case turn(SimulatedControl, steps: Int)
    /// Puts it to where it is not.
    case flip(SimulatedControl)
    case set(SimulatedControl, isOn: Bool)
    /// Shows it something for a moment.
    case show(SimulatedControl)
    /// Does nothing for a while.
    case wait(Duration)

    /// The control that something is done to; nil for a pause.
    package var control: SimulatedControl? {
        switch self {
        case .click(let control, _), .press(let control), .release(let control), .hold(let control, _),
            .turn(let control, _), .flip(let control), .set(let control, _), .show(let control):
            control
        case .wait: nil
        }
    }
}

/// A control of a device on a simulated board.
package struct SimulatedControl: Sendable {
    /// The names of the device's kind.
    package let kind: DeviceKind
    /// The device's name.
    package let device: String
    package let control: Control

    /// The line of a control that has one.
    package var line: LineReference { control.lines[0] }

    /// How long it is pressed when it is held: just longer than a hold takes.
    package var holdTime: Duration {
        guard case .press(let hold, _) = control.form else { return .zero }
        return hold + control.debounce * 2
    }

    /// How long another click may be waited for.
    package var clickPause: Duration {
        guard case .press(_, let clickPause) = control.form else { return .zero }
        return clickPause
    }

    /// The act that a script means when it says only the name.
    package var usualAct: SimulatedAct {
        switch control.form {
        case .press: .click(self, times: 1)
        case .toggle: .flip(self)
        case .sense: .show(self)
        case .turn: .turn(self, steps: 1)
        }
    }
}

/// The controls of a wiring's devices, by the devices' names.
package struct SimulatedControls {
    private let all: [SimulatedControl]

    package init(_ wiring: Wiring) {
        all = wiring.devices.flatMap { device in
            device.controls.map { SimulatedControl(kind: device.kind, device: device.name, control: $0) }
        }
    }

    /// Which key does what: the keys that the wiring names, and for controls without one the first digit or letter that is
    /// free.
    package var keys: [(key: Character, act: SimulatedAct)] {
        let wanted = all.flatMap { control -> [(key: Character?, act: SimulatedAct)] in
            guard case .turn = control.control.form else { return [(control.control.keys[0], control.usualAct)] }
            return zip(control.control.keys, [-1, 1]).map { ($0, .turn(control, steps: $1)) }
        }
        var taken = Set(wanted.compactMap(\.key))
        return wanted.compactMap { key, act in
            let free = "123456789abcdefghijklmnoprstuvwxyz".first { !taken.contains($0) }
            guard let key = key ?? free else { return nil }
            taken.insert(key)
            return (key, act)
        }
    }

    /// Whether a hand can do nothing but press buttons.
    package var areButtonsOnly: Bool { all.allSatisfy(\.control.isPressed) }

    /// The devices' names, each once.
    package var names: [String] {
        var known: Set<String> = []
        return all.map(\.device).filter { known.insert($0).inserted }
    }

    /// The names of the devices that have such a control.
    package func names(where isMeant: (Control) -> Bool) -> [String] {
        all.filter { isMeant($0.control) }.map(\.device)
    }

    /// The lines by the devices' names. The contacts of the encoder `volume` are `volume.a` and `volume.b`; its button is
    /// `volume`.
    package var lines: [(name: String, line: String)] {
        all.flatMap { control -> [(String, String)] in
            let lines = control.control.lines.map(\.name)
            guard lines.count > 1 else { return [(control.device, lines[0])] }
            return zip(["a", "b"], lines).map { ("\(control.device).\($0)", $1) }
        }
    }

    /// The features of a device that no hand changes: those that the program shows.
    package func shown(by device: any Featured) -> [Feature] {
        let worked = all.filter { $0.kind == type(of: device).kind && $0.device == device.name }.map(\.control.feature)
        return device.features.filter { !worked.contains($0.name) }
    }

    /// The control of the device called `name`.
    package func find(_ name: String, where isMeant: (Control) -> Bool = { _ in true }) -> SimulatedControl? {
        all.first { $0.device == name && isMeant($0.control) }
    }
}

extension Control {
    /// Whether it is a button.
    package var isPressed: Bool { if case .press = form { true } else { false } }
    /// Whether it is a switch.
    package var isToggled: Bool { if case .toggle = form { true } else { false } }
    /// Whether it is a sensor.
    package var senses: Bool { if case .sense = form { true } else { false } }
    /// Whether it is a knob.
    package var isTurned: Bool { if case .turn = form { true } else { false } }
}
