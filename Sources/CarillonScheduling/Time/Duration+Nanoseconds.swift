extension Duration {
    /// The duration in whole nanoseconds, as the kernel counts time. Beyond 292 years it is clamped to the range of
    /// `Int64`.
    package var wholeNanoseconds: Int64 {
        guard self < .nanoseconds(Int64.max) else { return .max }
        guard self > .nanoseconds(Int64.min) else { return .min }
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
