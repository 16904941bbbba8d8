/// A group of sounds with a common volume.
public enum AudioBus: String, CaseIterable, Codable, Sendable {
    /// Short sounds that respond to a user. Turned down while an alarm sounds.
    case effects
    /// Music: players, streams, backgrounds. Turned down while a sound on the bus `speech` or `alarm` plays.
    case music
    /// Speech. Turned down while an alarm sounds.
    case speech
    /// Alarms. The main volume does not apply to them, so that an alarm is heard in a box that has been muted.
    case alarm

    /// The index among all buses.
    var index: Int {
        switch self {
        case .effects: 0
        case .music: 1
        case .speech: 2
        case .alarm: 3
        }
    }
}

/// A set of buses.
struct AudioBusSet {
    private var bits: UInt8 = 0

    func contains(_ bus: AudioBus) -> Bool { bits >> bus.index & 1 == 1 }

    mutating func insert(_ bus: AudioBus) { bits |= 1 << bus.index }
}
