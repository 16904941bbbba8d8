extension Duration {
    /// The duration for people, in seconds with at most three digits after the point: `0.78 s`, `12 s`.
    package var inWords: String {
        let nanoseconds = wholeNanoseconds
        let (seconds, rest) = ((nanoseconds.magnitude + 500_000) / 1_000_000).quotientAndRemainder(dividingBy: 1000)
        var digits = "\(rest + 1000)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(nanoseconds < 0 ? "-" : "")\(seconds)\(digits.isEmpty ? "" : ".\(digits)") s"
    }
}
