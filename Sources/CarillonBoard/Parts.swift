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
    var bank: OutputBank?

    /// Puts every output into its safe state and gives all lines back. On the queue; a second call has no effect.
    func close() {
        bank?.close()
        for button in buttons { button.close() }
        for encoder in encoders { encoder.close() }
        for `switch` in switches { `switch`.close() }
        for sensor in sensors { sensor.close() }
    }
}
