import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// An action of the user on a control of a simulated board.
package enum SimulatedAction {
    /// Presses a button `times` times, each time for a moment.
    case click(SimulatedControl, times: Int)
    case press(SimulatedControl)
    case release(SimulatedControl)
    /// Presses a button for a duration.
    case hold(SimulatedControl, Duration)
    /// Turns a knob by a number of steps: to the right, or to the left if it is negative.
    case turn(SimulatedControl, steps: Int)
    /// Changes a switch to its other position.
    case flip(SimulatedControl)
    case set(SimulatedControl, isOn: Bool)
    /// Activates a sensor for a moment.
    case show(SimulatedControl)
    /// Enters a text into a device that a text operates, such as keys or the id of a card.
    case enter(SimulatedControl, String)
    /// Pulls a device out (false), or plugs it in again (true).
    case setPresence(SimulatedControl, Bool)
    /// Sets a feature from outside the program, as the page does, to the value of a command; see `Feature.Value.commanded`.
    case command(BoardFeature, String)
    /// Sets the clock, to a time of the day or to a date and a time.
    case setClock(String)
    /// Does nothing for a duration.
    case wait(Duration)

    /// The control that the action concerns; nil for a command, the clock and a pause.
    package var control: SimulatedControl? {
        switch self {
        case .click(let control, _), .press(let control), .release(let control), .hold(let control, _),
            .turn(let control, _), .flip(let control), .set(let control, _), .show(let control), .enter(let control, _),
            .setPresence(let control, _):
            control
        case .command, .setClock, .wait: nil
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

    /// The line of a control that has a single line.
    package var line: LineReference { control.lines[0] }

    /// The device that a text operates; nil for a control with lines.
    package var place: SimulatedTarget? {
        if case .enter(let place, _, _) = control.form { place } else { nil }
    }

    /// The duration of a hold: slightly longer than the control requires.
    package var holdTime: Duration {
        guard case .press(let hold, _) = control.form else { return .zero }
        return hold + control.debounce * 2
    }

    /// The control's maximum pause between the clicks of a multiple click.
    package var multiClickInterval: Duration {
        guard case .press(_, let multiClickInterval) = control.form else { return .zero }
        return multiClickInterval
    }

    /// The action for a script that states only the control's name.
    package var defaultAction: SimulatedAction {
        switch control.form {
        case .press: .click(self, times: 1)
        case .toggle: .flip(self)
        case .sense: .show(self)
        case .turn: .turn(self, steps: 1)
        case .enter(_, let examples, _): .enter(self, examples.first ?? "")
        }
    }
}

// MARK: - In virtual time

extension SimulatedControl {
    /// Returns the press of a button that counts as the longest hold of the application, or of the wiring if the
    /// application has none.
    package func maximumHold(on board: Board) -> SimulatedAction {
        let longest = board.queue.perform {
            board.devices(called: device).flatMap(\.features).compactMap(\.maximumHold).first
        }
        return .hold(self, longest.map { $0 + control.debounce } ?? holdTime)
    }
}

extension SimulatedUser {
    /// Performs an action, and lets time pass until it has ended or until `isOver` returns true.
    package func perform(_ action: SimulatedAction, in time: VirtualTime, until isOver: () -> Bool = { false }) {
        let isDone = Locked(false)
        time.sync {
            perform(action)
            whenDone { isDone.withLock { $0 = true } }
        }
        // Every action ends within this limit.
        _ = time.advance(atMost: .seconds(366 * 24 * 3600)) { isDone.withLock { $0 } || isOver() }
    }
}

/// The controls of a wiring's devices, searchable by the devices' names.
package struct SimulatedControls {
    /// The controls, in the order of the wiring.
    package let all: [SimulatedControl]

    package init(_ wiring: Wiring) {
        all = wiring.devices.flatMap { device in
            device.controls.map { SimulatedControl(kind: device.kind, device: device.name, control: $0) }
        }
    }

    /// The action for each key. Controls without a key in the wiring get the first free digit from 1 to 9 or letter
    /// except q.
    package var keys: [(key: Character, action: SimulatedAction)] {
        let wanted = all.flatMap { control -> [(key: Character?, action: SimulatedAction)] in
            guard case .turn = control.control.form else { return [(control.control.keys[0], control.defaultAction)] }
            return zip(control.control.keys, [-1, 1]).map { ($0, .turn(control, steps: $1)) }
        }
        var taken = Set(wanted.compactMap(\.key))
        return wanted.compactMap { key, action in
            let free = "123456789abcdefghijklmnoprstuvwxyz".first { !taken.contains($0) }
            guard let key = key ?? free else { return nil }
            taken.insert(key)
            return (key, action)
        }
    }

    /// Whether all controls are buttons.
    package var areButtonsOnly: Bool { all.allSatisfy(\.control.isPressed) }

    /// The devices' names without duplicates.
    package var names: [String] {
        var known: Set<String> = []
        return all.map(\.device).filter { known.insert($0).inserted }
    }

    /// Returns the names of the devices that have such a control.
    package func names(where isIncluded: (Control) -> Bool) -> [String] {
        all.filter { isIncluded($0.control) }.map(\.device)
    }

    /// The lines with the devices' names. The contacts of the encoder `volume` are `volume.a` and `volume.b`; its
    /// button is `volume`.
    package var lines: [(name: String, line: String)] {
        all.flatMap { control -> [(String, String)] in
            let lines = control.control.lines.map(\.name)
            guard lines.count > 1 else { return lines.map { (control.device, $0) } }
            return zip(["a", "b"], lines).map { ("\(control.device).\($0)", $1) }
        }
    }

    /// Returns the control that changes a feature; nil if only the program changes it.
    package func find(_ feature: BoardFeature) -> SimulatedControl? {
        all.first {
            $0.kind == feature.kind && $0.device == feature.owner.name && $0.control.feature == feature.name
        }
    }

    /// Returns the control of the device called `name`.
    package func find(_ name: String, where isIncluded: (Control) -> Bool = { _ in true }) -> SimulatedControl? {
        all.first { $0.device == name && isIncluded($0.control) }
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
    /// Whether a text operates it.
    package var isEntered: Bool { if case .enter = form { true } else { false } }
}
