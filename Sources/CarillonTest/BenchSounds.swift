import CarillonAudio
import CarillonDevices

/// What is played when a test's application plays a sound.
///
///     let bench = try Bench(sounds: ["chime": .seconds(2)], makeDoorbell)
public enum BenchSounds: Sendable {
    /// Silence, which lasts so long for each sound; `usually` for those that are not named.
    case lasting([SoundName: Duration], usually: Duration = .seconds(1))
    /// The sounds of the wiring's files and of `Sounds/`, to be looked at in ``Bench/heard``. They are decoded by libsndfile,
    /// which such a test needs.
    case files

    /// Silence needs few frames: one each millisecond.
    var format: AudioFormat {
        switch self {
        case .lasting: AudioFormat(rate: 1000, channels: 1)
        case .files: .standard
        }
    }
}

extension BenchSounds: ExpressibleByDictionaryLiteral {
    /// Silence, which lasts so long for each sound, and 1 s for those that are not named.
    public init(dictionaryLiteral elements: (SoundName, Duration)...) {
        self = .lasting(Dictionary(elements) { _, last in last })
    }
}

extension BenchSounds {
    /// What loads them.
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
