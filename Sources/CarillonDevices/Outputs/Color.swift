/// A colour of light, mixed of red, green and blue.
public struct Color: Equatable, Sendable {
    /// How much of red there is, from 0 to 1.
    public let red: Double
    /// How much of green there is, from 0 to 1.
    public let green: Double
    /// How much of blue there is, from 0 to 1.
    public let blue: Double

    /// A mixture. What is less than 0 or more than 1 counts as these; what is no number counts as 0.
    public init(red: Double, green: Double, blue: Double) {
        self.red = Brightness(red).share
        self.green = Brightness(green).share
        self.blue = Brightness(blue).share
    }

    /// Red, green and blue together.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Red alone.
    public static let red = Color(red: 1, green: 0, blue: 0)
    /// Green alone.
    public static let green = Color(red: 0, green: 1, blue: 0)
    /// Blue alone.
    public static let blue = Color(red: 0, green: 0, blue: 1)
    /// Red and green.
    public static let yellow = Color(red: 1, green: 1, blue: 0)
    /// Green and blue.
    public static let cyan = Color(red: 0, green: 1, blue: 1)
    /// Red and blue.
    public static let magenta = Color(red: 1, green: 0, blue: 1)
}

extension Color: CustomStringConvertible {
    /// As on the web: `#ff8000`.
    public var description: String {
        "#"
            + [red, green, blue].map { share in
                let digits = String(Brightness(share).level, radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }.joined()
    }
}
