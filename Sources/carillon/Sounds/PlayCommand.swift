import CarillonAudio

/// `carillon play`: plays sound files.
struct PlayCommand: Command {
    static let name = "play"
    static let summary = "play sound files"
    static let help = """
        FILE... [OPTION]...

        Plays sound files (WAV, FLAC, Ogg, MP3, AIFF) one after the other, in a terminal with a level meter. Ctrl-C
        ends early.

          --device NAME  as `carillon devices` lists them; none is silence, file:PATH.wav writes down what would be
                         heard; default if left out
          --gain DB      how much louder, -60 to 24; 0 if left out
        """
    /// What is longer is read while it plays.
    private static let limit = 16 << 20

    private var device = AudioDevice.alsa("default")
    private var gain = 0.0
    private var files: [String] = []

    init(_ arguments: Arguments) throws {
        files = try arguments.read([("device", true), ("gain", true)], operands: 1...10_000) { name, value in
            if name == "device" {
                device = try SoundOptions.device(value)
            } else {
                gain = try SoundOptions.number(value, of: name, in: -60...24)
            }
        }
    }

    func run() throws {
        // Before anything is heard: what cannot be played is told at once.
        for file in files { _ = try load(file, for: .standard) }
        let player = try SoundOptions.player(on: device)
        for file in files {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            guard try player.play(load(file, for: player.format), called: name, gain: gain) else { break }
        }
        try player.finish()
    }

    private func load(_ file: String, for format: AudioFormat) throws -> Sound {
        do throws(SoundError) {
            return try Sound(contentsOf: file, for: format, limit: Self.limit)
        } catch {
            throw Unusable.input("\(error)")
        }
    }
}
