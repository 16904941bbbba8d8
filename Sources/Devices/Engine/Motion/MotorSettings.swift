import CarillonGPIO

/// The settings of a motor in a wiring.
public struct MotorSettings: DeviceSettings {
    public var in1 = LineReference.unknown
    public var in2 = LineReference.unknown
    public var inputs = MotorInputs.inIn
    public var enable: LineReference?
    public var pwm1, pwm2: PWMChannel?
    public var softStart = Duration.zero
    public var limits = OutputLimits.none

    public init() {}

    public static var fields: [Setting<Self>] {
        [
            Setting("in1", \.in1, .line(example: "GPIO17"), "the line of the first input: forward, or the phase"),
            Setting("in2", \.in2, .line(example: "GPIO18"), "the line of the second input: backward, or enable"),
            Setting(
                "inputs", \.inputs, .choice([("in-in", .inIn), ("phase-enable", .phaseEnable)]),
                "the inputs: one for each direction, or one for the direction and one for the speed"),
            Setting(
                "enable", \.enable, .optional(.line(example: "GPIO22")),
                "a line that is high unless the motor coasts, for standby or enable"),
            Setting(
                "pwm1", \.pwm1, .optional(.pwm),
                "the channel that makes the pulses of the first input; by default, the program makes them"),
            Setting(
                "pwm2", \.pwm2, .optional(.pwm),
                "the channel that makes the pulses of the second input; by default, the program makes them"),
            Setting(
                "soft-start", \.softStart, .time(.zero...(.seconds(60)), example: "500 ms"),
                "the time from a standstill to full speed"),
            .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
        ]
    }

    public static var example: String { "{in1: GPIO17, in2: GPIO18}" }
}
