/// A melody in the Ring Tone Text Transfer Language, which Nokia's telephones and ESPHome's buzzers play.
///
///     let jingle = try RTTTL("jingle:d=8,o=5,b=140:e,g,4c6,p,16c6")
///     try board.speaker.add("jingle", jingle.tones(.square))
///
/// The text is a name, defaults and notes, separated by colons. A note consists of a length, a letter, an octave, and a
/// dot that makes it half as long again. The length (1, 2, 4, 8, 16 or 32) divides a whole note; 4 is a beat. The
/// letter is `c` to `b`, with `#` or without; `h` is `b`, and `p` is a rest. Length and octave may be omitted; the
/// defaults `d` and `o` then apply. `b` is the tempo in beats per minute. As in ESPHome and in Nokia's Smart Messaging,
/// the A of octave 4 is 440 Hz. Spaces and the case of letters are ignored.
///
/// Source: "Ringing Tones text transfer language", Nokia. It specifies d=4, o=6 and b=63 where they are not given.
public struct RTTTL: Hashable, Sendable {
    /// The maximum number of notes. A text with more notes is refused.
    public static let maximumNoteCount = 10_000

    /// The name of the melody: the first part of the text.
    public let name: String
    private let notes: [Note]

    private struct Note: Hashable {
        /// The MIDI number; nil for a rest.
        var number: Int?
        var duration: Duration
    }

    private struct Defaults {
        var length = 4
        var octave = 6
        var tempo = 63
    }

    /// Creates a melody from a text.
    ///
    /// - Throws: `ToneError`, which contains the invalid part of the text.
    public init(_ text: String) throws(ToneError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .notRTTTL(String(text.prefix(40))) }
        name = String(parts[0])
        let defaults = try Self.parseDefaults(parts[1])
        var notes: [Note] = []
        for (index, text) in parts[2].split(separator: ",").enumerated() {
            guard index < Self.maximumNoteCount else { throw .tooManyNotes }
            guard let note = Self.parseNote(text, defaults) else { throw .badNote(String(text), number: index + 1) }
            notes.append(note)
        }
        guard !notes.isEmpty else { throw .notRTTTL(String(text.prefix(40))) }
        self.notes = notes
    }

    /// Returns the melody as tones.
    ///
    /// - Parameters:
    ///   - waveform: The waveform of all notes.
    ///   - level: The peak of each note in decibels; 0 is full scale.
    ///   - envelope: The envelope of each note. The default release of 10 ms separates two equal notes.
    public func tones(
        _ waveform: Tone.Waveform = .square, level: Double = -9,
        envelope: Envelope = Envelope(release: .milliseconds(10))
    ) -> [Tone] {
        notes.map { note in
            guard let number = note.number else { return .rest(note.duration) }
            return Tone(waveform, note: number, duration: note.duration, level: level, envelope: envelope)
        }
    }
}

// MARK: - Parsing

extension RTTTL {
    private static let lengths = [1, 2, 4, 8, 16, 32]
    private static let octaves = 1...8
    private static let tempos = 5...900
    private static let semitones: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11, "h": 11]

    private static func parseDefaults(_ text: Substring) throws(ToneError) -> Defaults {
        var defaults = Defaults()
        for item in text.split(separator: ",") {
            let item = compact(item)
            guard !item.isEmpty else { continue }
            let parts = item.split(separator: "=", maxSplits: 1)
            let value = parts.count == 2 ? Int(parts[1]) : nil
            switch (parts[0], value) {
            case ("d", let value?) where lengths.contains(value): defaults.length = value
            case ("o", let value?) where octaves.contains(value): defaults.octave = value
            case ("b", let value?) where tempos.contains(value): defaults.tempo = value
            // The specification requires that other settings be ignored.
            case (let name, _) where parts.count == 2 && !["d", "o", "b"].contains(name): continue
            default: throw .badDefault(item)
            }
        }
        return defaults
    }

    private static func parseNote(_ text: Substring, _ defaults: Defaults) -> Note? {
        var rest = compact(text)[...]
        let length = takeNumber(&rest) ?? defaults.length
        guard lengths.contains(length), let letter = rest.popFirst() else { return nil }
        let isSharp = take("#", &rest)
        let isDotted = take(".", &rest)
        let octave = takeNumber(&rest) ?? defaults.octave
        // The dot precedes the octave in the first specification, and follows it in the later ones.
        let isDottedBehind = take(".", &rest)
        guard rest.isEmpty, octaves.contains(octave) else { return nil }
        let whole = Duration.seconds(240) / defaults.tempo
        let duration = isDotted || isDottedBehind ? whole / length * 3 / 2 : whole / length
        if letter == "p", !isSharp { return Note(number: nil, duration: duration) }
        guard let semitone = semitones[letter] else { return nil }
        return Note(number: 12 * (octave + 1) + semitone + (isSharp ? 1 : 0), duration: duration)
    }

    private static func take(_ character: Character, _ text: inout Substring) -> Bool {
        guard text.first == character else { return false }
        text.removeFirst()
        return true
    }

    private static func takeNumber(_ text: inout Substring) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        text = text.dropFirst(digits.count)
        return digits.isEmpty ? nil : Int(digits) ?? .max
    }

    /// Returns `text` without spaces, in lower case.
    private static func compact(_ text: Substring) -> String { text.filter { !$0.isWhitespace }.lowercased() }
}
