extension Output {
    /// Returns the on/off feature of the device, which the page and the fleet can set.
    ///
    /// - Parameters:
    ///   - isDimmable: Whether the feature can be set to any pattern, not only to on and off.
    ///   - role: The kind of load that the output switches; nil for no particular kind.
    public func feature(isDimmable: Bool = false, role: Feature.Role? = nil) -> Feature {
        Feature(canBeSet: true, isDimmable: isDimmable, isDriven: views.isDriven, role: role)
    }
}

extension FeatureProviding where Self: PatternDevice {
    public func value(of feature: Int) -> Feature.Value { .toggle(pattern) }
    public func share(of feature: Int) -> Double? { output.brightness.share }

    public func set(_ feature: Int, to value: Feature.Value) {
        if case .toggle(let pattern) = value { output.show(pattern) }
    }
}

/// Kinds of device that one line switches.
extension Device where Self: PatternDevice, Settings == LineOutputSettings {
    public static func wires(of settings: LineOutputSettings) -> [Wire] { [settings.wire(as: .module)] }

    public init(_ name: String, _ settings: LineOutputSettings, in context: DeviceContext) throws {
        let output = try context.output(settings.line)
        output.limit(settings.limits, safe: settings.safe)
        self.init(name: name, output: output, observer: context.observer)
    }

    public var features: [Feature] { [output.feature()] }
}
