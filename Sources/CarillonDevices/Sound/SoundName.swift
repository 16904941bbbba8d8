/// The name of a sound: its name in the wiring, the name of its file in `Sounds/` without the extension, its name in
/// `Speaker.add`, or the absolute path of a file, which begins with `/`.
public struct SoundName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as text.
    public let description: String

    /// Creates the name of a sound.
    public init(_ name: String) {
        description = name
    }

    /// Creates the name of a sound from a string literal.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// The name of the sound that tells users that an action is not possible.
    public static let alert: SoundName = "alert"
}
