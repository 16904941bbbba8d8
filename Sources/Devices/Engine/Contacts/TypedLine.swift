import CarillonGPIO

/// The line that a reader of cards or bar codes types, up to the key that ends it, or up to a pause.
///
/// A reader types a card's number within some 100 ms. What is left of a line that never ended must not become the beginning
/// of the next one, so it is lost after a pause; and a line of which a part was lost is lost as a whole.
struct TypedLine {
    /// The fate of a line.
    enum Outcome: Equatable {
        case line(String)
        /// Characters did not arrive, or there were too many.
        case damaged
        /// The key that ends a line did not follow.
        case endless
    }

    /// The longest pause within a line.
    static let longestPause = Duration.seconds(1)
    /// The pause that ends a line without a key. A reader types a key every few milliseconds.
    static let endingPause = Duration.milliseconds(250)
    /// The largest number of characters; a longer line is lost. A QR code has at most 4296 letters and digits (ISO/IEC
    /// 18004, version 40-L).
    private static let most = 4296

    private let end: Reader.Settings.End
    private var text = ""
    private var isDamaged = false
    private var last = Duration.zero

    init(endingWith end: Reader.Settings.End = .enter) { self.end = end }

    /// The time at which to call `timeCame(at:)`; nil while there is no line.
    var wakeUp: Duration? {
        isDamaged || !text.isEmpty ? last + (end == .nothing ? Self.endingPause : Self.longestPause) : nil
    }

    /// Takes a key that was pressed at a time.
    mutating func press(_ key: KeyCode, isShifted: Bool, at time: Duration) -> Outcome? {
        switch end {
        case .enter where key.endsLine, .tab where key == .tab: return finish()
        default: break
        }
        if let character = key.character(isShifted: isShifted) {
            text.append(character)
            last = time
            if text.utf8.count > Self.most { loseCharacters(at: time) }
        }
        return nil
    }

    /// Notes that a part of the line has been lost.
    mutating func loseCharacters(at time: Duration) { (text, isDamaged, last) = ("", true, time) }

    /// Ends a line after a pause. Does nothing before `wakeUp`.
    mutating func timeCame(at now: Duration) -> Outcome? {
        guard let wakeUp, now >= wakeUp else { return nil }
        let outcome = finish()
        if end == .nothing || outcome == .damaged { return outcome }
        return outcome.map { _ in .endless }
    }

    private mutating func finish() -> Outcome? {
        defer { (text, isDamaged) = ("", false) }
        return isDamaged ? .damaged : text.isEmpty ? nil : .line(text)
    }
}
