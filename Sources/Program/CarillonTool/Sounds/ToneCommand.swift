import CLibrary
import CarillonAudio

/// `carillon tone`: plays a tone or a melody, or writes it to a file.
struct ToneCommand: Command {
    static let name = "tone"
    static let summary = "play a tone, a melody or telephone keys, or write them to a WAV file"
    static let help = """
        [OPTION]...

        Plays a tone, by default of 440 Hz, or writes it to a WAV file of 48 kHz, 16 bits, mono.

          --frequency HZ   the frequency, 1 to 20000; default 440
          --note N         a MIDI note, 0 to 127: 60 is middle C, 69 is A at 440 Hz
          --rtttl TEXT     a melody: "bell:d=8,o=5,b=140:e,c"
          --keys KEYS      telephone keys: 0 to 9, *, #, A to D
          --waveform NAME  sine, square, triangle or noise; default sine, for a melody square
          --seconds S      the duration of a tone, 0.001 to 600; default 1
          --level DB       the peak level, -80 to 0; default -6
          --output FILE    write a WAV file; only a file that Carillon wrote is replaced
          --sound DEVICE   the sound device, as for `carillon play`; default "default"
        """
    private static let fileFormat = AudioFormat(rate: 48_000, channels: 1)

    /// The sound to play.
    private enum Source {
        case frequency(Double)
        case melody(RTTTL)
        case keys(String)
    }

    private var source = Source.frequency(440)
    private var isChosen = false
    private var waveform: Tone.Waveform?
    private var seconds = 1.0
    private var level = -6.0
    private var output: String?
    private var device = AudioDevice.alsa("default")

    init(_ arguments: Arguments) throws {
        try arguments.read(
            [
                ("frequency", true), ("note", true), ("rtttl", true), ("keys", true), ("waveform", true),
                ("seconds", true), ("level", true), ("output", true), ("sound", true),
            ]
        ) { name, value in
            switch name {
            case "frequency": try choose(.frequency(SoundOptions.number(value, of: name, in: 1...20_000)))
            case "note": try choose(.frequency(Self.frequency(ofNote: value)))
            case "rtttl": try choose(.melody(checkingInput { try RTTTL(value) }))
            case "keys":
                _ = try checkingInput { try Tone.dtmf(value) }
                try choose(.keys(value))
            case "waveform": waveform = try Self.waveform(value)
            case "seconds": seconds = try SoundOptions.number(value, of: name, in: 0.001...600)
            case "level": level = try SoundOptions.number(value, of: name, in: -80...0)
            case "output": output = value
            default: device = try SoundOptions.device(value)
            }
        }
    }

    func run() throws {
        guard let output else { return try play() }
        try sound(for: Self.fileFormat).write(to: output)
    }

    private func play() throws {
        let player = try SoundPlayer(device: device)
        _ = try player.play(sound(for: player.format), called: "tone", gain: 0)
        try player.finish()
    }

    private func sound(for format: AudioFormat) throws -> Sound {
        let tones = try tones()
        return try checkingInput { try Sound(name: "tone", tones: tones, for: format, limit: 512 << 20) }
    }

    private func tones() throws -> [Tone] {
        switch source {
        case .frequency(let frequency):
            return [Tone(waveform ?? .sine, frequency: frequency, duration: .seconds(seconds), level: level)]
        case .melody(let melody):
            return melody.tones(waveform ?? .square, level: level)
        case .keys(let keys):
            return try Tone.dtmf(keys, level: level)
        }
    }

    private mutating func choose(_ source: Source) throws {
        guard !isChosen else {
            throw UsageError("--frequency, --note, --rtttl and --keys cannot be combined; use one of them")
        }
        self.source = source
        isChosen = true
    }

    private static func frequency(ofNote text: String) throws -> Double {
        guard let note = Int(text), (0...127).contains(note) else {
            throw UsageError("--note takes a number from 0 to 127, not \"\(text)\"")
        }
        return Tone.frequency(ofNote: note)
    }

    private static func waveform(_ name: String) throws -> Tone.Waveform {
        guard let waveform = Tone.Waveform(rawValue: name) else {
            let names = Tone.Waveform.allCases.map(\.rawValue)
            throw UsageError("unknown waveform \"\(name)\"; \(Suggestion.nearestOrAll(to: name, among: names))")
        }
        return waveform
    }
}
