/// The reason why a text cannot be said.
public enum SpeechError: Error, Equatable {
    /// The program that speaks is not installed.
    case notInstalled(program: String)
    /// The system cannot start the program.
    case notStarted(program: String, reason: String)
    /// The name of a voice has other characters than letters, digits, `-` and `+`.
    case invalidVoice(String)
    /// The program does not have the voice.
    case unknownVoice(String)
    /// The program has crashed, or has ended with an error.
    case ended(program: String, how: String)
    /// The program has not produced sound in time.
    case tooSlow(program: String)
    /// The program has produced something else than sound.
    case notASound(program: String)
    /// The sound cannot be converted to the rate of the sound card.
    case notConvertible(reason: String)
    /// The speech would be longer than the limit. Its beginning is heard.
    case tooLong(limit: Duration)
    /// The text has more characters than the limit. Its beginning is heard.
    case tooManyCharacters(limit: Int)
    /// So many texts are waiting already that this one is not said.
    case tooManyWaiting(limit: Int)
    /// The sound output has failed, or too many sounds are playing.
    case refused
}

extension SpeechError: CustomStringConvertible {
    /// The message, with the remedy.
    public var description: String {
        switch self {
        case .notInstalled(let program): "\(program) is not installed; run apt-get install \(program)"
        case .notStarted(let program, let reason): "cannot start \(program): \(reason)"
        case .invalidVoice(let voice):
            "the name of a voice has letters, digits, - and +, such as en-gb or de+f3, unlike \"\(voice)\""
        case .unknownVoice(let voice): "there is no voice \"\(voice)\"; espeak-ng --voices lists them"
        case .ended(let program, let how): "\(program) has ended: \(how)"
        case .tooSlow(let program): "\(program) did not produce sound in time"
        case .notASound(let program): "\(program) has produced something else than sound"
        case .notConvertible(let reason): reason
        case .tooLong(let limit): "it takes more than \(limit), so its end is missing; say less, or speak faster"
        case .tooManyCharacters(let limit): "it has more than \(limit) characters, so its end is missing"
        case .tooManyWaiting(let limit): "\(limit) texts are waiting to be said already"
        case .refused: "the sound output has failed or is overloaded"
        }
    }
}

/// The failure to say a text, or all of it.
public struct SpeechNotSaid: Error, Equatable, CustomStringConvertible {
    /// The text.
    public let text: String
    /// The reason why it was not said.
    public let reason: SpeechError

    package init(text: String, reason: SpeechError) { (self.text, self.reason) = (text, reason) }

    /// The message, with the beginning of the text.
    public var description: String {
        let start = text.prefix(40)
        return "cannot say \"\(start)\(start.count < text.count ? "…" : "")\": \(reason)"
    }
}
