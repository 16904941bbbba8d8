import CarillonGPIO

/// What a person does to an input of a simulated board.
package indirect enum SimulatedAct {
    /// Presses a button so often, each time for a moment.
    case click(Wiring.Button, times: Int)
    case press(Wiring.Button)
    case release(Wiring.Button)
    /// Holds it so long.
    case hold(Wiring.Button, Duration)
    /// Turns a knob so many steps: to the right, or to the left if it is less than 0.
    case turn(Wiring.Encoder, steps: Int)
    /// Puts a switch to where it is not.
    case flip(Wiring.Switch)
    case set(Wiring.Switch, isOn: Bool)
    /// Shows a sensor something for a moment.
    case show(Wiring.Sensor)
    case sense(Wiring.Sensor, Bool)
    /// Does nothing for a while.
    case wait(Duration)
}

/// The inputs of a wiring, by their names.
package struct SimulatedInputs {
    /// Those of encoders, too, which have the encoders' names.
    private let buttons: [Wiring.Button]
    private let wiring: Wiring

    package init(_ wiring: Wiring) {
        self.wiring = wiring
        buttons = wiring.buttons + wiring.encoders.compactMap(\.button)
    }

    /// Whether a person can do nothing but press buttons.
    package var areButtonsOnly: Bool { wiring.encoders.isEmpty && wiring.switches.isEmpty && wiring.sensors.isEmpty }

    package var names: [String] {
        wiring.buttons.map(\.name) + wiring.encoders.map(\.name) + wiring.switches.map(\.name)
            + wiring.sensors.map(\.name)
    }

    package func button(_ name: String) -> Wiring.Button? { buttons.first { $0.name == name } }
    package func encoder(_ name: String) -> Wiring.Encoder? { wiring.encoders.first { $0.name == name } }
    package func `switch`(_ name: String) -> Wiring.Switch? { wiring.switches.first { $0.name == name } }
    package func sensor(_ name: String) -> Wiring.Sensor? { wiring.sensors.first { $0.name == name } }

    /// The lines by the inputs' names. The contacts of the encoder `volume` are `volume.a` and `volume.b`; its button is
    /// `volume`.
    package var lines: [(name: String, line: String)] {
        let contacts = wiring.encoders.flatMap { [("\($0.name).a", $0.a.name), ("\($0.name).b", $0.b.name)] }
        return buttons.map { ($0.name, $0.line.name) } + wiring.switches.map { ($0.name, $0.line.name) }
            + wiring.sensors.map { ($0.name, $0.line.name) } + contacts
    }

    /// What is done to the input `name` when nothing is said but its name.
    package func usualAct(_ name: String) -> SimulatedAct? {
        if let button = wiring.buttons.first(where: { $0.name == name }) { return .click(button, times: 1) }
        if let `switch` = `switch`(name) { return .flip(`switch`) }
        if let sensor = sensor(name) { return .show(sensor) }
        return encoder(name).map { .turn($0, steps: 1) }
    }
}
