/// The name of a sound: its name in the wiring, the name of its file in `Sounds/` without the extension, its name in
/// `Speaker.add`, or the absolute path of a file, which begins with `/`.
public struct SoundName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as text.
    public let description: String

    /// Creates a reference to the sound `name`.
    public init(_ name: String) {
        description = name
    }

    /// Creates a reference to the sound `name`.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// A sound for an action that is not possible.
    public static let alert: SoundName = "alert"
}
