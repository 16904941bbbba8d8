import CarillonBoard
import CarillonDevices

/// The inputs of a session for which the bench has no words.
struct WordlessInputs {
    /// The inputs in words, without duplicates, in the order of the session.
    private var found: [String] = []

    init(_ session: Session) {
        for entry in session.entries {
            guard let text = Self.text(entry.input), !found.contains(text) else { continue }
            found.append(text)
        }
    }

    /// The reason why the words of the bench cannot express the session.
    var reason: String {
        found.isEmpty
            ? "in the words of the bench, its events come in another order"
            : "the words of the bench cannot express \(found.joined(separator: ", "))"
    }

    /// Returns an input in words; nil if the bench has words for it, or needs none.
    private static func text(_ input: Session.Input) -> String? {
        switch input {
        case .edge, .reading, .presence, .timer, .soundEnd, .memory: nil
        case .failure: "the failure of a line"
        case .call, .work, .workTimer, .event: "work of other threads"
        case .soundRefused: "refused sounds"
        case .gap: "missing inputs"
        case .command(Board.playerPath, _): "the player"
        case .command(WallClock.sessionPath, _): "a clock that is set"
        case .command(let path, _) where path.hasPrefix(Board.pagePrefix): "commands of the page"
        case .command(let path, _) where path.hasPrefix(Board.readingPrefix):
            text(ofReading: String(path.dropFirst(Board.readingPrefix.count)))
        case .command: "commands of the fleet"
        }
    }

    /// Returns a reading in words; nil if a person causes it, who types or puts a card on a reader.
    private static func text(ofReading path: String) -> String? {
        let kind = path.prefix { $0 != "/" }
        let isTyped = [Keypad.kind, Reader.kind, RFIDReader.kind, TouchKeys.kind].contains { $0.name == kind }
        return isTyped ? nil : "the readings of \(path.replacing("/", with: " "))"
    }
}
