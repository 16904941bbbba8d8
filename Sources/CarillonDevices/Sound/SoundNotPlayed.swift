/// The error of a sound that cannot be played: the sound output has failed or been closed, or too many sounds are waiting.
public struct SoundNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The name of the sound that was not played.
    public let name: SoundName
    /// The message for users, with the name and the cause.
    public var description: String { "cannot play the sound \"\(name)\": the sound output has failed or is overloaded" }
}
