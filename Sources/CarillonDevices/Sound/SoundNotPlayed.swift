/// The failure to play a sound: its output has failed or been closed, or too many sounds are already waiting.
public struct SoundNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The name of the sound that was not played.
    public let name: SoundName
    /// The message, with the cause.
    public var description: String { "cannot play the sound \"\(name)\": the sound output has failed or is overloaded" }
}
