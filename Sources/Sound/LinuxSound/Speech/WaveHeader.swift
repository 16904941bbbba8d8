import CarillonAudio

/// The header that espeak-ng writes before its samples: that of a WAV file of 16-bit samples in one channel.
///
///     0 "RIFF"  4 length  8 "WAVE"  12 "fmt "  16 length: 16  20 coding: 1 (PCM)  22 channels  24 rate
///     28 bytes a second  32 bytes a frame  34 bits a sample  36 "data"  40 length
///
/// In a pipe, the lengths are placeholders: the samples end where the pipe ends.
struct WaveHeader: Equatable {
    /// The number of its bytes.
    static let size = 44
    /// The rates that a speech can have.
    private static let rates = 8_000...48_000

    /// The sample rate in Hz.
    let rate: Int

    /// - Parameter bytes: At least `size`; the rest is ignored.
    /// - Returns: nil if they are no such header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.size else { return nil }
        func has(_ text: StaticString, at place: Int) -> Bool {
            text.withUTF8Buffer { $0.elementsEqual(bytes[place..<(place + $0.count)]) }
        }
        func number(at place: Int, bytes count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        guard has("RIFF", at: 0), has("WAVEfmt ", at: 8), has("data", at: 36) else { return nil }
        let (length, coding, channels) = (number(at: 16, bytes: 4), number(at: 20, bytes: 2), number(at: 22, bytes: 2))
        guard length == 16, coding == 1, channels == 1, number(at: 34, bytes: 2) == 16 else { return nil }
        rate = number(at: 24, bytes: 4)
        guard Self.rates.contains(rate) else { return nil }
    }
}
