/// The kinds of device that every wiring can contain. An application passes its own kinds to `Board.run`.
package enum DeviceKinds {
    /// The kinds, in the order of the documentation. A kind that consists of other devices comes after their kinds.
    package static let builtIn: [any Device.Type] = [
        Button.self, RotaryEncoder.self, Switch.self, Sensor.self, Keypad.self, Reader.self,
        Analog.self, Thermometer.self, Climate.self, CarbonDioxideSensor.self, DistanceSensor.self, PulseMeter.self,
        Gauge.self, CardReader.self, TouchKeys.self,
        LED.self, RGBLED.self, Buzzer.self, TonalBuzzer.self, Relay.self,
        BinaryDisplay.self, LEDBar.self, LightGroup.self, Servo.self, Motor.self, Stepper.self, Shutter.self, Fan.self,
        Display.self, LCD.self, DigitDisplay.self, PixelStrip.self, Microphone.self,
    ]
}
