/// The kinds of device that a wiring can contain.
package enum DeviceKinds {
    /// All kinds, in the order of the documentation. A kind that consists of other devices comes after their kinds.
    package static let all: [any Device.Type] = [
        Button.self, RotaryEncoder.self, Switch.self, Sensor.self, LED.self, RGBLED.self, Buzzer.self, Relay.self,
        NumberDisplay.self, LEDBar.self, Servo.self, Display.self,
    ]
}
