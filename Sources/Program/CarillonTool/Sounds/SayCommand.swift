import CarillonAudio
import LinuxSound

/// `carillon say`: says a text.
struct SayCommand: Command {
    static let name = "say"
    static let summary = "say a text with espeak-ng"
    static let help = """
        TEXT... [OPTION]...

        Says a text as an application does with board.speaker.speech. Ctrl-C ends early.

          --voice NAME    the voice: a language such as de or en-gb, also with a variant such as en+f3; default en.
                          `espeak-ng --voices` lists the languages
          --speed WORDS   the speed in words a minute, 80 to 450; default 160
          --sound DEVICE  the sound device: a name that `carillon sound-devices` lists, none for silence, or
                          file:PATH.wav for a recording; default "default"
        """

    private var device = AudioDevice.alsa("default")
    private var utterance: Utterance

    init(_ arguments: Arguments) throws {
        var (speech, device) = (Speech(""), AudioDevice.alsa("default"))
        let words = try arguments.read(
            [("voice", true), ("speed", true), ("sound", true)], operands: 1...10_000
        ) { name, value in
            switch name {
            case "voice": speech.voice = value
            case "speed":
                let range = Double(Utterance.speeds.lowerBound)...Double(Utterance.speeds.upperBound)
                speech.speed = Int(try SoundOptions.number(value, of: name, in: range))
            default: device = try SoundOptions.device(value)
            }
        }
        speech.text = words.joined(separator: " ")
        let text = speech
        utterance = try checkingInput { try Utterance(text) }
        self.device = device
        guard !utterance.text.isEmpty else { throw UsageError("there is nothing to say") }
        guard !utterance.isCut else {
            throw UsageError("a text has at most \(Utterance.mostCharacters) characters")
        }
    }

    func run() throws {
        let player = try SoundPlayer(device: device)
        let sound = try EspeakSpeech().sound(of: utterance, in: player.format)
        _ = try player.play(sound, called: utterance.text, gain: 0)
        try player.finish()
    }
}
