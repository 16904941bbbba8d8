/// The reason why a text cannot be said.
public enum SpeechError: Error, Equatable {
    /// The program that speaks is not installed.
    case notInstalled(program: String)
    /// The system cannot start the program.
    case notStarted(program: String, reason: String)
    /// The name of the voice contains a character that is not a letter, a digit, `-` or `+`.
    case invalidVoice(String)
    /// The program does not have the voice.
    case unknownVoice(String)
    /// The program has crashed, or has ended with an error.
    case ended(program: String, how: String)
    /// The program has not produced sound in time.
    case tooSlow(program: String)
    /// The program has produced data that is not sound.
    case notASound(program: String)
    /// The sound cannot be converted to the rate of the sound card.
    case notConvertible(reason: String)
    /// The speech would be longer than the limit. Only its beginning is said.
    case tooLong(limit: Duration)
    /// The text has more characters than the limit. Only its beginning is said.
    case tooManyCharacters(limit: Int)
    /// The text is not said because `limit` texts are waiting already.
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
        case .tooLong(let limit):
            "it takes more than \(limit.inWords), so its end is missing; say less, or speak faster"
        case .tooManyCharacters(let limit): "it has more than \(limit) characters, so its end is missing"
        case .tooManyWaiting(let limit): "\(limit) texts are waiting to be said already"
        case .refused: "the sound output has failed or is overloaded"
        }
    }
}

/// An error: a text, or its end, was not said.
public struct SpeechNotSaid: Error, Equatable, CustomStringConvertible {
    /// The text to say.
    public let text: String
    /// The reason why the text, or its end, was not said.
    public let reason: SpeechError

    package init(text: String, reason: SpeechError) { (self.text, self.reason) = (text, reason) }

    /// The message, with the beginning of the text.
    public var description: String {
        let start = text.prefix(40)
        return "cannot say \"\(start)\(start.count < text.count ? "…" : "")\": \(reason)"
    }
}
