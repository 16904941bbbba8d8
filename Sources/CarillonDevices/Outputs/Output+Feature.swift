extension Output {
    /// Returns the toggle feature of the device, which can be set from outside the program.
    ///
    /// - Parameter isDimmable: Whether the feature can be set to any pattern, not only to on and off.
    func feature(isDimmable: Bool = false) -> Feature {
        Feature(
            isDimmable: isDimmable, isDriven: { self.views.isDriven }, share: { self.brightness.share },
            set: { value in if case .toggle(let pattern) = value { self.show(pattern) } },
            { .toggle(self.pattern) })
    }
}
