/// A change in the state of an engine's output that users may want to know about.
public enum AudioEvent: Equatable, Sendable {
    /// The machine was suspended, and playback continues.
    case wokeUp
    /// The device is gone. The output waits for it to return.
    case lost(AudioOutputError)
    /// The lost device plays again.
    case returned(String)
    /// The output has ended, for example because the disk is full. Later sounds are refused.
    case failed(AudioOutputError)
}

extension AudioEvent: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wokeUp: "sound output resumed after the machine was suspended"
        case .lost(let error), .failed(let error): "\(error)"
        case .returned(let device): "sound output resumed: \(device)"
        }
    }
}
