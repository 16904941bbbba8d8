/// The failure to play a sound: its output has failed or been closed, or too many sounds are already waiting.
public struct SoundNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The sound.
    public let name: SoundName
    /// The message, with the cause.
    public var description: String { "the sound \(name) is not played: the sound output has failed, or is overrun" }
}
