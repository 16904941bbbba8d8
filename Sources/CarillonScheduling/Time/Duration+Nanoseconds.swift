extension Duration {
    /// The whole nanoseconds in it, as the kernel counts time. Beyond 292 years it stays at the last that fits.
    package var wholeNanoseconds: Int64 {
        guard self < .nanoseconds(Int64.max) else { return .max }
        guard self > .nanoseconds(Int64.min) else { return .min }
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
