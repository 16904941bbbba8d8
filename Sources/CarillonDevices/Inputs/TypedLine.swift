/// The line that a reader of cards or bar codes types, up to Enter.
///
/// A reader types a card's number within some 100 ms. What is left of a line that never ended must not become the beginning
/// of the next one, so it is discarded after a pause; and a line of which a part was lost is discarded as a whole.
struct TypedLine {
    /// The longest pause within a line.
    static let longestPause = Duration.seconds(1)
    /// The largest number of characters; a longer line is discarded. A QR code has at most 4296 letters and digits (ISO/IEC
    /// 18004, version 40-L).
    private static let most = 4296

    private var text = ""
    private var isDamaged = false
    private var last = Duration.zero

    /// Takes a character that was typed at a time.
    mutating func type(_ character: Character, at time: Duration) {
        begin(at: time)
        text.append(character)
        if text.utf8.count > Self.most { loseCharacters() }
    }

    /// Ends the line.
    ///
    /// - Returns: The line; nil if it is empty or incomplete.
    mutating func end(at time: Duration) -> String? {
        begin(at: time)
        defer { (text, isDamaged) = ("", false) }
        return isDamaged || text.isEmpty ? nil : text
    }

    /// Notes that a part of the line has been lost.
    mutating func loseCharacters() { (text, isDamaged) = ("", true) }

    private mutating func begin(at time: Duration) {
        if time - last > Self.longestPause { (text, isDamaged) = ("", false) }
        last = time
    }
}
