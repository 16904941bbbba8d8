extension Output {
    /// Returns the toggle feature of the device, which can be set from outside the program.
    ///
    /// - Parameter isDimmable: Whether the feature can be set to any pattern, not only to on and off.
    func feature(isDimmable: Bool = false) -> Feature {
        Feature(canBeSet: true, isDimmable: isDimmable, isDriven: views.isDriven)
    }
}

extension Featured where Self: PatternDevice {
    public func value(of feature: Int) -> Feature.Value { .toggle(pattern) }
    public func share(of feature: Int) -> Double? { output.brightness.share }

    public func set(_ feature: Int, to value: Feature.Value) {
        if case .toggle(let pattern) = value { output.show(pattern) }
    }
}
