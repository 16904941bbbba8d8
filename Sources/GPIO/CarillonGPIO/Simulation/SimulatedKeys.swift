/// An input device with keys, simulated in memory. A text operates it.
///
/// `@unchecked Sendable`: used on one thread only, as its protocol requires.
final class SimulatedKeys: KeyInput, SimulatedOperation, @unchecked Sendable {
    private let source: KeySource
    private var isPresent = true
    private(set) var isClosed = false
    private var handler: ((Result<KeyChange, KeyInputError>) -> Void)?

    init(_ source: KeySource) { self.source = source }

    func watch(_ handler: @escaping @Sendable (Result<KeyChange, KeyInputError>) -> Void) {
        self.handler = handler
        if !isPresent { handler(.failure(.noDevice(source, present: []))) }
    }

    func close() {
        handler = nil
        isClosed = true
    }

    package func setPresence(_ isPresent: Bool) {
        guard isPresent != self.isPresent else { return }
        self.isPresent = isPresent
        handler?(isPresent ? .success(.present) : .failure(.gone(source)))
    }

    /// Presses and releases a key (`KEY_1`), presses it (`+KEY_1`), releases it (`-KEY_1`), or types a text, a line feed
    /// with Enter and a tab with Tab.
    ///
    /// - Returns: False, without an effect, for a text with a character that no key types, or with the name of no key.
    package func operate(_ text: String) -> Bool {
        guard let changes = Self.changes(typing: text) else { return false }
        take(changes[...])
        return true
    }

    /// Presses and releases keys.
    func take(_ changes: ArraySlice<KeyChange>) {
        if isPresent { for change in changes { handler?(.success(change)) } }
    }

    /// Returns the changes of the keys that type a text, or of the key that it names; nil as of `operate(_:)`.
    static func changes(typing text: String) -> [KeyChange]? {
        if let key = KeyCode(text) { return [.down(key), .up(key)] }
        if text.dropFirst().hasPrefix("KEY_") {
            guard let key = KeyCode(String(text.dropFirst())) else { return nil }
            return text.hasPrefix("+") ? [.down(key)] : text.hasPrefix("-") ? [.up(key)] : nil
        }
        guard !text.isEmpty, !text.hasPrefix("KEY_") else { return nil }
        var changes: [KeyChange] = []
        for character in text {
            guard let (key, isShifted) = typing(character) else { return nil }
            let presses: [KeyChange] = [.down(key), .up(key)]
            changes += isShifted ? [.down(shift)] + presses + [.up(shift)] : presses
        }
        return changes
    }

    private static let shift = KeyCode(42)

    /// Returns the key of the main block that types a character.
    private static func typing(_ character: Character) -> (key: KeyCode, isShifted: Bool)? {
        if character.isNewline { return (KeyCode(28), false) }
        if character == "\t" { return (.tab, false) }
        for isShifted in [false, true] {
            for number in 1...57 as ClosedRange<UInt16> {
                let key = KeyCode(number)
                if key.character(isShifted: isShifted) == character { return (key, isShifted) }
            }
        }
        return nil
    }
}
