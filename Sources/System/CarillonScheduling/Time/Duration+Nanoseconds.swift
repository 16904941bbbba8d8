extension Duration {
    /// The duration in whole nanoseconds, as the kernel counts time. Beyond 292 years it is clamped to the range of
    /// `Int64`.
    package var wholeNanoseconds: Int64 {
        guard self < Self.most else { return .max }
        guard self > Self.least else { return .min }
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    // Constants, because making a duration costs more than comparing two.
    private static let most = Duration.nanoseconds(Int64.max)
    private static let least = Duration.nanoseconds(Int64.min)
}
