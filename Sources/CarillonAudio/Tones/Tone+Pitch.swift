extension Tone {
    /// Returns the frequency of a MIDI note in hertz, in equal temperament. Note 69 is A4, 440 Hz. A number that is 12 higher
    /// is an octave higher.
    public static func frequency(ofNote note: Int) -> Double { 440 * power(2, (Double(note) - 69) / 12) }

    /// Returns the tones of a telephone's keys, in order: dual-tone multi-frequency signalling (ITU-T Q.23), 100 ms
    /// each, with 50 ms between them.
    ///
    /// - Parameters:
    ///   - keys: `0` to `9`, `*`, `#` and `A` to `D`.
    ///   - level: The peak of each tone in decibels; 0 is full scale.
    /// - Throws: `ToneError.noKey` for any other character.
    public static func dtmf(_ keys: String, level: Double = -6) throws(ToneError) -> [Tone] {
        var tones: [Tone] = []
        for key in keys {
            guard let index = keypad.firstIndex(of: Character(key.uppercased())) else { throw .noKey(key) }
            if !tones.isEmpty { tones.append(.rest(.milliseconds(50))) }
            tones.append(
                Tone(frequencies: [rows[index / 4], columns[index % 4]], duration: .milliseconds(100), level: level))
        }
        return tones
    }

    private static let keypad = Array("123A456B789C*0#D")
    private static let rows = [697.0, 770, 852, 941]
    private static let columns = [1_209.0, 1_336, 1_477, 1_633]
}
