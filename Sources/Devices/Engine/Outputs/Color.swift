/// A colour of light, mixed from red, green and blue.
public struct Color: Equatable, Sendable {
    /// The amount of red, from 0 to 1.
    public let red: Double
    /// The amount of green, from 0 to 1.
    public let green: Double
    /// The amount of blue, from 0 to 1.
    public let blue: Double

    /// Creates a mixture. Values outside 0...1 are clamped to that range; NaN counts as 0.
    public init(red: Double, green: Double, blue: Double) {
        self.red = Brightness(red).share
        self.green = Brightness(green).share
        self.blue = Brightness(blue).share
    }

    /// Red, green and blue together.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// No light.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Red alone.
    public static let red = Color(red: 1, green: 0, blue: 0)
    /// Green alone.
    public static let green = Color(red: 0, green: 1, blue: 0)
    /// Blue alone.
    public static let blue = Color(red: 0, green: 0, blue: 1)
    /// Red and green.
    public static let yellow = Color(red: 1, green: 1, blue: 0)
    /// Red with half as much green.
    public static let orange = Color(red: 1, green: 0.5, blue: 0)
    /// Green and blue.
    public static let cyan = Color(red: 0, green: 1, blue: 1)
    /// Red and blue.
    public static let magenta = Color(red: 1, green: 0, blue: 1)

    /// Whether no LED is lit: each amount is less than the smallest step.
    var isBlack: Bool { [red, green, blue].allSatisfy { Brightness($0) == .dark } }
}

extension Color: Codable {
    /// Decodes a colour in the notation of the web, such as `#ff8000`.
    ///
    /// - Throws: `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = Color(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is no colour such as #ff8000")
        }
        self = color
    }

    /// Encodes the colour in the notation of the web, such as `#ff8000`. This is exact, because each component has 256 steps.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}

extension Color: CustomStringConvertible {
    /// The colour in the notation of the web, such as `#ff8000`.
    public var description: String {
        "#"
            + [red, green, blue].map { share in
                let digits = String(Brightness(share).level, radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }.joined()
    }
}

extension Color {
    /// Reads `#ff8000`; nil for any other text.
    package init?(_ text: String) {
        guard text.utf8.count == 7, text.first == "#", !text.contains("+"), !text.contains("-"),
            let bits = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        func share(_ shift: UInt32) -> Double { Double(bits >> shift & 255) / 255 }
        self.init(red: share(16), green: share(8), blue: share(0))
    }
}
