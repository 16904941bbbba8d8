import CarillonAudio
import CarillonDevices

/// The sounds that a test's application plays.
///
///     let bench = try Bench(sounds: ["chime": .seconds(2)], makeDoorbell)
public enum BenchSounds: Sendable {
    /// Silence in place of each sound, with the duration in the dictionary. `usually` is the duration of sounds that are
    /// not in the dictionary.
    case lasting([SoundName: Duration], usually: Duration = .seconds(1))
    /// The real sounds, from the wiring's files and from `Sounds/`, for checks of ``Bench/heard``. They require libsndfile,
    /// which decodes them.
    case files

    /// Silence needs only one frame per millisecond.
    var format: AudioFormat {
        switch self {
        case .lasting: AudioFormat(rate: 1000, channels: 1)
        case .files: .standard
        }
    }
}

extension BenchSounds: ExpressibleByDictionaryLiteral {
    /// Creates silent sounds: the listed ones with their durations, and all others with 1 s.
    public init(dictionaryLiteral elements: (SoundName, Duration)...) {
        self = .lasting(Dictionary(elements) { _, last in last })
    }
}

extension BenchSounds {
    /// Returns the function that loads the sounds.
    func loader(for devices: BenchWiring) -> @Sendable (SoundName, AudioEngine) throws -> Sound {
        guard case .lasting(let lengths, let usual) = self else {
            return { name, engine in try devices.wiring.load(name, for: engine) }
        }
        return { name, engine in
            if devices.isWired { _ = try devices.wiring.path(ofSound: name) }
            let frames = engine.format.frames(in: lengths[name] ?? usual)
            return Sound(
                name: "\(name)", format: engine.format,
                samples: Array(repeating: 0, count: frames * engine.format.channels))
        }
    }
}
