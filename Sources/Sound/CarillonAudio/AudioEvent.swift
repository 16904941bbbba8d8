/// A change in the state of an engine's output that users may want to know about.
public enum AudioEvent: Equatable, Sendable {
    /// The machine was suspended, and playback continues.
    case wokeUp
    /// The device has been removed. The output waits until the device returns.
    case lost(AudioOutputError)
    /// The lost device is back and plays again. The value is its description, for users.
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
