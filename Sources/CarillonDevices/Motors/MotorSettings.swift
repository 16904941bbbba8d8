import CarillonGPIO

/// The settings of a motor in a wiring.
public struct MotorSettings: DeviceSettings {
    /// The line of the driver's first input: forward, or the phase.
    public var in1 = LineReference.unknown
    /// The line of the driver's second input: backward, or enable.
    public var in2 = LineReference.unknown
    /// The meaning of the driver's two inputs.
    public var inputs = MotorInputs.inIn
    /// The line of a standby or enable input of the driver. The line is high unless the motor coasts; nil for none.
    public var enable: LineReference?
    /// The PWM channels that generate the pulses of the two inputs; nil lets the program generate them.
    public var pwm1, pwm2: PWMChannel?
    /// The time in which the motor accelerates from a standstill to full speed, from 0 to 60 s; zero for none.
    public var softStart = Duration.zero
    /// The limits of the motor, such as the longest time for which it turns; none by default.
    public var limits = OutputLimits.none

    public init() {}

    public static var fields: [Field<Self>] {
        [
            Field("in1", \.in1, .line(example: "GPIO17"), "the line of the first input: forward, or the phase"),
            Field("in2", \.in2, .line(example: "GPIO18"), "the line of the second input: backward, or enable"),
            Field(
                "inputs", \.inputs, .choice([("in-in", .inIn), ("phase-enable", .phaseEnable)]),
                "the inputs: one for each direction, or one for the direction and one for the speed"),
            Field(
                "enable", \.enable, .optional(.line(example: "GPIO22")),
                "a line that is high unless the motor coasts, for standby or enable"),
            Field(
                "pwm1", \.pwm1, .optional(.pwm),
                "the channel that makes the pulses of the first input; by default, the program makes them"),
            Field(
                "pwm2", \.pwm2, .optional(.pwm),
                "the channel that makes the pulses of the second input; by default, the program makes them"),
            Field(
                "soft-start", \.softStart, .time(.zero...(.seconds(60)), example: "500 ms"),
                "the time from a standstill to full speed"),
            .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
        ]
    }

    public static var example: String { "{in1: GPIO17, in2: GPIO18}" }
}
