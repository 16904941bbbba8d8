/// A text to say, and the voice that says it.
///
///     let speech: Speech = "It is \(hour) o'clock"
///     let german = Speech("Es ist \(hour) Uhr", voice: "de")
///
/// The text is data: nothing in it is an option, markup or a phoneme.
public struct Speech: Codable, Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text. Control characters count as spaces, and what follows the first 1000 characters (Unicode scalars) is not
    /// said.
    public var text: String
    /// The voice: a language such as `de` or `en-gb`, also with a variant such as `en+f3`; nil for that of the wiring. It
    /// contains only letters, digits, `-` and `+`.
    public var voice: String?
    /// The speed in words a minute, 80 to 450; values beyond are clamped. nil for that of the wiring.
    public var speed: Int?

    /// Creates a text to say.
    public init(_ text: String, voice: String? = nil, speed: Int? = nil) {
        (self.text, self.voice, self.speed) = (text, voice, speed)
    }

    /// Creates a text for the voice of the wiring.
    public init(stringLiteral text: String) { self.init(text) }
}
