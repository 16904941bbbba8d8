/// A text to say, and the voice that says it.
///
///     let speech: Speech = "It is \(hour) o'clock"
///     let german = Speech("Es ist \(hour) Uhr", voice: "de")
///
/// The text is data: nothing in it is an option, markup or a phoneme.
public struct Speech: Codable, Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text. Control characters count as spaces. Only the first 1000 characters (Unicode scalars) are said.
    public var text: String
    /// The voice: a language such as `de` or `en-gb`, also with a variant such as `en+f3`; nil for the voice of the wiring. The
    /// name contains only letters, digits, `-` and `+`.
    public var voice: String?
    /// The speed in words a minute, 80 to 450; other values are clamped. nil for the speed of the wiring.
    public var speed: Int?

    /// Creates a text to say. If `voice` or `speed` is nil, the setting in the wiring applies.
    public init(_ text: String, voice: String? = nil, speed: Int? = nil) {
        (self.text, self.voice, self.speed) = (text, voice, speed)
    }

    /// Creates a text that is said with the voice and the speed of the wiring.
    public init(stringLiteral text: String) { self.init(text) }
}
