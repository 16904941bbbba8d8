/// The kinds of devices that a wiring can name.
package enum DeviceKinds {
    /// In the order of the documents. A kind that is made of other devices comes after theirs.
    package static let all: [any Device.Type] = [
        Button.self, RotaryEncoder.self, Switch.self, Sensor.self, LED.self, RGBLED.self, Buzzer.self, Relay.self,
        NumberDisplay.self, LEDBar.self, Servo.self, Display.self,
    ]
}
