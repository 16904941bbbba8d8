import CarillonDevices

/// The parts of a board.
struct Parts: Sendable {
    var buttons: [Button] = []
    var encoders: [RotaryEncoder] = []
    var switches: [Switch] = []
    var sensors: [Sensor] = []
    var leds: [LED] = []
    var rgbs: [RGBLED] = []
    var buzzers: [Buzzer] = []
    var relays: [Relay] = []
    var numbers: [NumberDisplay] = []
    var bars: [LEDBar] = []
    /// What the outputs are driven by.
    var banks: [OutputBank] = []

    /// Adds those of `other`.
    mutating func add(_ other: Parts) {
        buttons += other.buttons
        encoders += other.encoders
        switches += other.switches
        sensors += other.sensors
        leds += other.leds
        rgbs += other.rgbs
        buzzers += other.buzzers
        relays += other.relays
        numbers += other.numbers
        bars += other.bars
        banks += other.banks
    }

    /// The kinds of the parts called `name`.
    func kinds(of name: String) -> [PartKind] {
        let names: [(PartKind, [String])] = [
            (.button, buttons.map(\.name)), (.encoder, encoders.map(\.name)), (.switch, switches.map(\.name)),
            (.sensor, sensors.map(\.name)), (.led, leds.map(\.name)), (.rgb, rgbs.map(\.name)),
            (.buzzer, buzzers.map(\.name)), (.relay, relays.map(\.name)), (.number, numbers.map(\.name)),
            (.bar, bars.map(\.name)),
        ]
        return names.filter { $0.1.contains(name) }.map(\.0)
    }

    /// Puts every output into its safe state and gives all lines back. On the queue; a second call has no effect.
    func close() {
        for bank in banks { bank.close() }
        for button in buttons { button.close() }
        for encoder in encoders { encoder.close() }
        for `switch` in switches { `switch`.close() }
        for sensor in sensors { sensor.close() }
    }
}
