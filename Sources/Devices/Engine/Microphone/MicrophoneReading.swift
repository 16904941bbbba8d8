import CarillonAudio

/// A message of a microphone to the program, as a text of a session.
enum MicrophoneReading: Equatable {
    case heard(Heard)
    /// The recording with this number has ended.
    case recorded(Int, SoundRecording)
}

extension MicrophoneReading: LosslessStringConvertible {
    /// `loud -30.0 100 -40.0 1000`, `quiet -30.0 100 -40.0 1000`, `claps`, `level -31.2 -12.0`, and with tabs
    /// `recorded 1`, the reason, the nanoseconds, the path and the failure.
    var description: String {
        switch self {
        case .heard(.loud(let rule)): return "loud \(rule)"
        case .heard(.quiet(let rule)): return "quiet \(rule)"
        case .heard(.twoClaps): return "claps"
        case .heard(.level(let level)): return "level \(level.rms) \(level.peak)"
        case .recorded(let number, let recording):
            let nanoseconds = Int64(recording.duration / .nanoseconds(1))
            let fields = [
                "recorded \(number)", recording.end.rawValue, "\(nanoseconds)", recording.path, recording.failure ?? "",
            ]
            return fields.joined(separator: "\t")
        }
    }

    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let kind = words.first else { return nil }
        let rest = words.count > 1 ? words[1] : ""
        switch kind {
        case "loud":
            guard let rule = LoudnessRule(rest) else { return nil }
            self = .heard(.loud(rule))
        case "quiet":
            guard let rule = LoudnessRule(rest) else { return nil }
            self = .heard(.quiet(rule))
        case "claps" where rest.isEmpty: self = .heard(.twoClaps)
        case "level":
            let numbers = rest.split(separator: " ").compactMap { Double($0) }.filter { (-100...0).contains($0) }
            guard numbers.count == 2 else { return nil }
            self = .heard(.level(SoundLevel(rms: numbers[0], peak: numbers[1])))
        case "recorded":
            let parts = rest.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 5, let number = Int(parts[0]), let end = SoundRecording.End(rawValue: parts[1]),
                let nanoseconds = Int64(parts[2]), nanoseconds >= 0
            else { return nil }
            let recording = SoundRecording(
                path: parts[3], duration: .nanoseconds(nanoseconds), end: end,
                failure: parts[4].isEmpty ? nil : parts[4])
            self = .recorded(number, recording)
        default: return nil
        }
    }
}
