/// What happens to an engine's output that a person may want to know of.
public enum AudioEvent: Equatable, Sendable {
    /// The machine was suspended, and the sound goes on.
    case wokeUp
    /// The device is gone, and is waited for.
    case lost(AudioOutputError)
    /// The device that was lost plays again.
    case returned(String)
    /// The output has ended: the disk is full, for one. Later sounds are refused.
    case failed(AudioOutputError)
}

extension AudioEvent: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wokeUp: "the sound goes on after the machine was suspended"
        case .lost(let error), .failed(let error): "\(error)"
        case .returned(let device): "the sound goes on: \(device)"
        }
    }
}
