/// The name of a sound: what the wiring calls it, its file in `Sounds/` without the ending, what a program has called it by
/// `Speaker.add`, or the full path of a file, which begins with `/`.
public struct SoundName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name itself.
    public let description: String

    /// The sound that is called `name`.
    public init(_ name: String) {
        description = name
    }

    /// The sound that is called `name`.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// The sound that says: this cannot be done.
    public static let alert: SoundName = "alert"
}
