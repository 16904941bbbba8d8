/// The kinds of device that every wiring can contain. An application passes its own kinds to `Board.run`.
package enum DeviceKinds {
    /// The kinds, in the order of the documentation. A kind that consists of other devices comes after their kinds.
    package static let builtIn: [any Device.Type] = [
        Button.self, RotaryEncoder.self, Switch.self, Sensor.self, Keypad.self, Reader.self,
        AnalogInput.self, Thermometer.self, ClimateSensor.self, CO2Sensor.self, DistanceSensor.self, PulseMeter.self,
        Gauge.self, RFIDReader.self, TouchKeys.self,
        LED.self, RGBLED.self, Buzzer.self, TonalBuzzer.self, Relay.self,
        NumberDisplay.self, LEDBar.self, LightGroup.self, Servo.self, Motor.self, Stepper.self, Shutter.self, Fan.self,
        Display.self, LCD.self, DigitDisplay.self, PixelStrip.self, Microphone.self,
    ]
}

/// The entries of the built-in kinds that require a line or a chip. The files of the other kinds have theirs.
extension Wiring.Entry {
    /// A push button, which by default connects the line to ground while it is pressed.
    public static var button: EntryMaker<Button> { EntryMaker() }
    /// A switch, which by default connects the line to ground while it is on.
    public static var `switch`: EntryMaker<Switch> { EntryMaker() }
    /// A sensor. By default, it drives the line high while it detects something.
    public static var sensor: EntryMaker<Sensor> { EntryMaker() }
    /// A thermometer, with its sensor, and the sensor's address if it needs one: `ds18b20`, `ds18b20 28-000005e2fdc3`,
    /// `lm75 i2c-1 0x48`, `processor cpu-thermal`, `hwmon lm75`.
    public static var thermometer: EntryMaker<Thermometer> { EntryMaker() }
    /// A sensor of temperature, humidity and air pressure, and its bus and address: `bme280 i2c-1 0x76`, `bmp280 i2c-1 0x77`.
    public static var climate: EntryMaker<ClimateSensor> { EntryMaker() }
    /// A sensor of carbon dioxide, and its bus: `scd40 i2c-1`, `scd41 i2c-1`.
    public static var co2Sensor: EntryMaker<CO2Sensor> { EntryMaker() }
    /// A meter that reports by pulses, by default with a contact from the line to ground.
    ///
    ///     .pulseMeter("water", line: "GPIO17") { ($0.pulses, $0.unit, $0.per) = (450, "L", .minute) }
    public static var pulseMeter: EntryMaker<PulseMeter> { EntryMaker() }
    /// A reader of RFID cards, and its bus and address: `mfrc522 spidev0.0`, `pn532 i2c-1`.
    public static var rfid: EntryMaker<RFIDReader> { EntryMaker() }
    /// Touch keys, with their chip, and its bus and address, from 0x5a to 0x5d: `mpr121 i2c-1`, `mpr121 i2c-1 0x5b`.
    public static var touchKeys: EntryMaker<TouchKeys> { EntryMaker() }
    /// An LED. By default, the LED is connected from the line through a resistor to ground.
    public static var led: EntryMaker<LED> { EntryMaker() }
    /// A buzzer, which by default sounds while its line is high.
    public static var buzzer: EntryMaker<Buzzer> { EntryMaker() }
    /// A passive buzzer between the line and ground.
    public static var tonalBuzzer: EntryMaker<TonalBuzzer> { EntryMaker() }
    /// A relay, or another device that one line switches.
    public static var relay: EntryMaker<Relay> { EntryMaker() }
    /// A servo that has its own supply, and shares a ground with the board.
    public static var servo: EntryMaker<Servo> { EntryMaker() }
    /// A fan that has its own supply, and shares a ground with the board.
    public static var fan: EntryMaker<Fan> { EntryMaker() }
    /// A digit display, with its chip and the chip's address or lines: `ht16k33 i2c-1 0x70`, `max7219 spidev0.0`,
    /// `tm1637 GPIO23 GPIO24`.
    public static var digitDisplay: EntryMaker<DigitDisplay> { EntryMaker() }
}

/// The devices of the built-in kinds. Each function throws `BoardError.unknownDevice` if the wiring has no device of the name.
extension DeviceFinder {
    /// Returns the button that the wiring calls `name`.
    public func button(_ name: String) throws(BoardError) -> Button { try device(Button.self, name) }
    /// Returns the rotary encoder that the wiring calls `name`.
    public func encoder(_ name: String) throws(BoardError) -> RotaryEncoder { try device(RotaryEncoder.self, name) }
    /// Returns the switch that the wiring calls `name`.
    public func `switch`(_ name: String) throws(BoardError) -> Switch { try device(Switch.self, name) }
    /// Returns the sensor that the wiring calls `name`.
    public func sensor(_ name: String) throws(BoardError) -> Sensor { try device(Sensor.self, name) }
    /// Returns the keypad that the wiring calls `name`.
    public func keypad(_ name: String) throws(BoardError) -> Keypad { try device(Keypad.self, name) }
    /// Returns the reader that the wiring calls `name`.
    public func reader(_ name: String) throws(BoardError) -> Reader { try device(Reader.self, name) }
    /// Returns the analog input that the wiring calls `name`.
    public func analog(_ name: String) throws(BoardError) -> AnalogInput { try device(AnalogInput.self, name) }
    /// Returns the thermometer that the wiring calls `name`.
    public func thermometer(_ name: String) throws(BoardError) -> Thermometer { try device(Thermometer.self, name) }
    /// Returns the climate sensor that the wiring calls `name`.
    public func climate(_ name: String) throws(BoardError) -> ClimateSensor { try device(ClimateSensor.self, name) }
    /// Returns the sensor of carbon dioxide that the wiring calls `name`.
    public func co2Sensor(_ name: String) throws(BoardError) -> CO2Sensor { try device(CO2Sensor.self, name) }
    /// Returns the distance sensor that the wiring calls `name`.
    public func distance(_ name: String) throws(BoardError) -> DistanceSensor { try device(DistanceSensor.self, name) }
    /// Returns the pulse meter that the wiring calls `name`.
    public func pulseMeter(_ name: String) throws(BoardError) -> PulseMeter { try device(PulseMeter.self, name) }
    /// Returns the gauge that the wiring calls `name`.
    public func gauge(_ name: String) throws(BoardError) -> Gauge { try device(Gauge.self, name) }
    /// Returns the reader of RFID cards that the wiring calls `name`.
    public func rfid(_ name: String) throws(BoardError) -> RFIDReader { try device(RFIDReader.self, name) }
    /// Returns the touch keys that the wiring calls `name`.
    public func touchKeys(_ name: String) throws(BoardError) -> TouchKeys { try device(TouchKeys.self, name) }
    /// Returns the LED that the wiring calls `name`.
    public func led(_ name: String) throws(BoardError) -> LED { try device(LED.self, name) }
    /// Returns the RGB LED that the wiring calls `name`.
    public func rgb(_ name: String) throws(BoardError) -> RGBLED { try device(RGBLED.self, name) }
    /// Returns the buzzer that the wiring calls `name`.
    public func buzzer(_ name: String) throws(BoardError) -> Buzzer { try device(Buzzer.self, name) }
    /// Returns the tonal buzzer that the wiring calls `name`.
    public func tonalBuzzer(_ name: String) throws(BoardError) -> TonalBuzzer { try device(TonalBuzzer.self, name) }
    /// Returns the relay that the wiring calls `name`.
    public func relay(_ name: String) throws(BoardError) -> Relay { try device(Relay.self, name) }
    /// Returns the number display that the wiring calls `name`.
    public func number(_ name: String) throws(BoardError) -> NumberDisplay { try device(NumberDisplay.self, name) }
    /// Returns the bar of LEDs that the wiring calls `name`.
    public func bar(_ name: String) throws(BoardError) -> LEDBar { try device(LEDBar.self, name) }
    /// Returns the group of LEDs that the wiring calls `name`.
    public func group(_ name: String) throws(BoardError) -> LightGroup { try device(LightGroup.self, name) }
    /// Returns the servo that the wiring calls `name`.
    public func servo(_ name: String) throws(BoardError) -> Servo { try device(Servo.self, name) }
    /// Returns the motor that the wiring calls `name`.
    public func motor(_ name: String) throws(BoardError) -> Motor { try device(Motor.self, name) }
    /// Returns the stepper that the wiring calls `name`.
    public func stepper(_ name: String) throws(BoardError) -> Stepper { try device(Stepper.self, name) }
    /// Returns the shutter that the wiring calls `name`.
    public func shutter(_ name: String) throws(BoardError) -> Shutter { try device(Shutter.self, name) }
    /// Returns the fan that the wiring calls `name`.
    public func fan(_ name: String) throws(BoardError) -> Fan { try device(Fan.self, name) }
    /// Returns the display that the wiring calls `name`.
    public func display(_ name: String) throws(BoardError) -> Display { try device(Display.self, name) }
    /// Returns the LCD that the wiring calls `name`.
    public func lcd(_ name: String) throws(BoardError) -> LCD { try device(LCD.self, name) }
    /// Returns the digit display that the wiring calls `name`.
    public func digitDisplay(_ name: String) throws(BoardError) -> DigitDisplay { try device(DigitDisplay.self, name) }
    /// Returns the strip or ring of pixels that the wiring calls `name`.
    public func strip(_ name: String) throws(BoardError) -> PixelStrip { try device(PixelStrip.self, name) }
    /// Returns the microphone that the wiring calls `name`.
    public func microphone(_ name: String) throws(BoardError) -> Microphone { try device(Microphone.self, name) }

    /// Returns an event source for several buttons. Each press of a button sends the event that `events` has for the button's
    /// name.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring lacks one of the buttons, `.kindMismatch` if a device of another
    ///   kind has its name.
    public func buttons<Event: Sendable>(_ events: [String: Event]) throws(BoardError) -> ButtonPresses<Event> {
        var pairs: [(Button, Event)] = []
        // In a fixed order, because a bench without a wiring adds the buttons in the order of their requests.
        for (name, event) in events.sorted(by: { $0.key < $1.key }) { pairs.append((try button(name), event)) }
        return ButtonPresses(pairs)
    }
}
