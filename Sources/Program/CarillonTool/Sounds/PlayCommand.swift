import CarillonAudio

/// `carillon play`: plays sound files.
struct PlayCommand: Command {
    static let name = "play"
    static let summary = "play sound files"
    static let help = """
        FILE... [OPTION]...

        Plays sound files (WAV, FLAC, Ogg, MP3, AIFF) one after the other. Shows a level meter in a terminal. Ctrl-C
        ends early.

          --sound DEVICE  the sound device: a name that `carillon sound-devices` lists, none for silence, or
                          file:PATH.wav for a recording; default "default"
          --gain DB       the gain, -60 to 24; default 0
        """
    /// The maximum bytes of a sound in memory. A longer sound is streamed.
    private static let limit = 16 << 20

    private var device = AudioDevice.alsa("default")
    private var gain = 0.0
    private var files: [String] = []

    init(_ arguments: Arguments) throws {
        files = try arguments.read([("sound", true), ("gain", true)], operands: 1...10_000) { name, value in
            if name == "sound" {
                device = try SoundOptions.device(value)
            } else {
                gain = try SoundOptions.number(value, of: name, in: -60...24)
            }
        }
    }

    func run() throws {
        // All files are loaded before anything is heard, so that a faulty one is reported at once.
        for file in files { _ = try load(file, for: .standard) }
        let player = try SoundPlayer(device: device)
        for file in files {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            guard try player.play(load(file, for: player.format), called: name, gain: gain) else { break }
        }
        try player.finish()
    }

    private func load(_ file: String, for format: AudioFormat) throws -> Sound {
        try checkingInput { try Sound(contentsOf: file, for: format, limit: Self.limit) }
    }
}
