/// The reason why a text is not a sequence of tones. The description is one line: what is wrong, and what is expected.
public enum ToneError: Error, Hashable {
    /// The character is not a key of a telephone: `0` to `9`, `*`, `#` or `A` to `D`.
    case noKey(Character)
    /// An RTTTL text does not have three parts, or has no notes.
    case notRTTTL(String)
    /// A default of an RTTTL text, such as `d=5`, is invalid.
    case badDefault(String)
    /// A note of an RTTTL text is invalid. `number` is its position among the notes, from 1.
    case badNote(String, number: Int)
    /// An RTTTL text has more notes than `RTTTL.maximumNoteCount`.
    case tooManyNotes
}

extension ToneError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noKey(let key):
            "invalid telephone key \"\(key)\"; use 0 to 9, *, # and A to D"
        case .notRTTTL(let text):
            "invalid RTTTL text \"\(text)\"; write name:defaults:notes, such as bell:d=8,o=5,b=120:e,c"
        case .badDefault(let text):
            "invalid RTTTL default \"\(text)\"; d must be 1, 2, 4, 8, 16 or 32, o 1 to 8, b 5 to 900"
        case .badNote(let text, let number):
            "invalid RTTTL note \(number), \"\(text)\"; write length, letter and octave, such as 8c#5 or 4p"
        case .tooManyNotes:
            "the RTTTL text has more than \(RTTTL.maximumNoteCount) notes; use a sound file"
        }
    }
}
