import CarillonScheduling

extension String {
    /// Returns the text padded with spaces to `width` characters.
    ///
    /// - Parameter isOnRight: Whether the text is aligned to the right.
    func padded(to width: Int, isOnRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return isOnRight ? space + self : self + space
    }
}

extension DefaultStringInterpolation {
    /// Appends a number with zeros before it, to at least `digits` digits.
    mutating func appendInterpolation(_ number: some BinaryInteger, digits: Int) {
        appendLiteral(String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)")
    }
}

extension Duration {
    var microseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    }

    /// The number of seconds, with six digits after the decimal point.
    var inSeconds: String {
        let microseconds = wholeNanoseconds / 1000
        let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(microseconds < 0 ? "-" : "")\(seconds).\(rest, digits: 6)"
    }
}
