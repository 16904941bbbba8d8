import CarillonGPIO

/// The settings of a stepper in a wiring.
public struct StepperSettings: DeviceSettings {
    public var in1, in2, in3, in4: LineReference
    public var steps = StepMode.half
    public var speed = 500.0
    public var softStart = Duration.zero
    public var range: ClosedRange<Int>?
    public var holds = false
    public var limits = OutputLimits.none

    public init() {
        (in1, in2, in3, in4) = (.unknown, .unknown, .unknown, .unknown)
    }

    public static var fields: [Setting<Self>] {
        [
            Setting("in1", \.in1, .line(example: "GPIO5"), "the line of the first coil's input"),
            Setting("in2", \.in2, .line(example: "GPIO6"), "the line of the second coil's input"),
            Setting("in3", \.in3, .line(example: "GPIO13"), "the line of the third coil's input"),
            Setting("in4", \.in4, .line(example: "GPIO19"), "the line of the fourth coil's input"),
            Setting(
                "steps", \.steps, .choice([("half", .half), ("full", .full)]),
                "half steps, or full steps, which are twice as long and stronger"),
            Setting("speed", \.speed, .number(1...2000, example: 500), "the full speed, in steps a second"),
            Setting(
                "soft-start", \.softStart, .time(.zero...(.seconds(60)), example: "500 ms"),
                "the time from a standstill to full speed, and back"),
            Setting(
                "range", \.range,
                .optional(
                    .range(
                        "two whole numbers", of: .number(-1_000_000_000...1_000_000_000, example: 4096),
                        example: "[0, 4096]")),
                "the positions to which it turns, in steps from that of the start; by default, any"),
            Setting(
                "hold", \.holds, .choice([("off", false), ("on", true)]),
                "whether the coils keep their current at rest, and become hot"),
            .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
        ]
    }

    public static var example: String { "{in1: GPIO5, in2: GPIO6, in3: GPIO13, in4: GPIO19}" }
}

extension Stepper: Device {
    public static var kind: DeviceKind { DeviceKind("stepper") }

    private static func scale(_ range: ClosedRange<Int>?) -> Feature.Scale {
        let numbers = range.map { Double($0.lowerBound)...Double($0.upperBound) }
        return Feature.Scale(numbers, step: 1, unit: " steps")
    }

    public static func entityForm(of settings: StepperSettings) -> EntityForm? { .number(scale(settings.range)) }

    public static func wires(of settings: StepperSettings) -> [LineWire] {
        let lines = [settings.in1, settings.in2, settings.in3, settings.in4]
        return lines.enumerated().map { index, line in
            LineWire(line, terminal: "in\(index + 1)", .output(isActiveLow: false), as: .load(.init("ULN2003")))
        }
    }

    public convenience init(_ name: String, _ settings: StepperSettings, in context: DeviceContext) throws {
        let lines = [settings.in1, settings.in2, settings.in3, settings.in4]
        self.init(
            name: name, mode: settings.steps, speed: settings.speed, softStart: settings.softStart,
            range: settings.range, holds: settings.holds, inputs: try lines.map { try context.output($0) },
            limits: settings.limits, observer: context.observer)
    }

    /// Cancels the movement. The board then makes the lines safe.
    public func close() { cancel() }

    /// The target, and the present position, which is reported after each step. Only the target can be set.
    public var features: [Feature] {
        [
            Feature(canBeSet: true, isDriven: views.isDriven), Feature("position", isProgress: true),
        ]
    }

    public func value(of feature: Int) -> Feature.Value {
        .level(Double(feature == 0 ? target : position), Self.scale(range))
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        guard feature == 0, let number = value.number else { return }
        set(Int(min(max(number, -1e9), 1e9)))
    }
}

extension Wiring.Entry {
    /// Returns an entry for a stepper whose driver has its own supply.
    ///
    /// - Parameter inputs: The lines of the driver's four inputs, in the order of the coils.
    public static func stepper(
        _ name: String, inputs: (String, String, String, String), file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column, set: (inout StepperSettings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Stepper.self, name, file, sourceLine, column, set) {
            ($0.in1, $0.in2) = (WiringReference(inputs.0), WiringReference(inputs.1))
            ($0.in3, $0.in4) = (WiringReference(inputs.2), WiringReference(inputs.3))
        }
    }
}
