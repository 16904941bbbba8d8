extension Output {
    /// The toggle of the device, which the world may set.
    ///
    /// - Parameter isDimmable: Whether the world may set every pattern, and not only on and off.
    func feature(isDimmable: Bool = false) -> Feature {
        Feature(
            isDimmable: isDimmable, share: { self.brightness.share },
            set: { value in if case .toggle(let pattern) = value { self.show(pattern) } },
            { .toggle(self.pattern) })
    }
}
