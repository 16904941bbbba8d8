import CarillonScheduling

extension Duration {
    private static let units = [("h", 3600.0), ("min", 60), ("s", 1), ("ms", 1e-3), ("us", 1e-6)]

    /// Reads a time in a wiring, such as `5 ms` or `1.5 min`; nil for another text, and for more than 11 days.
    package init?(notation text: some StringProtocol) {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        guard let amount = Double(number), let length = Self.units.first(where: { $0.0 == unit })?.1,
            amount * length < 1e6
        else { return nil }
        self = .seconds(amount * length)
    }

    /// The time as in a wiring, in the largest unit in which it is a whole number.
    package var notation: String {
        let seconds = self / .seconds(1)
        let (unit, length) =
            Self.units.first { seconds != 0 && (seconds / $0.1).rounded() * $0.1 == seconds } ?? ("s", 1)
        let number = seconds / length
        return "\(Int(exactly: number.rounded()).map(String.init) ?? "\(number)") \(unit)"
    }
}
