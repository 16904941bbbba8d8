/// A key of a keypad, a keyboard, a remote control or a card reader, by its number in the kernel.
public struct KeyCode: Hashable, Sendable {
    /// The number in `linux/input-event-codes.h`.
    public let number: UInt16

    /// Creates the code with a number.
    public init(_ number: UInt16) { self.number = number }

    /// Whether the key is one of the two Shift keys.
    public var isShift: Bool { number == 42 || number == 54 }

    /// Whether the key ends a line: the Enter key, or the Enter key of a number pad.
    public var endsLine: Bool { number == 28 || number == 96 }

    /// Returns the character that the key types in the keyboard layout of the United States; nil for a key without a character.
    /// Card readers and bar-code readers use this layout.
    ///
    /// - Parameter isShifted: Whether Shift is down.
    public func character(isShifted: Bool = false) -> Character? {
        guard let pair = Self.characters[number] else { return nil }
        return isShifted ? pair.shifted : pair.plain
    }

    private static let characters: [UInt16: (plain: Character, shifted: Character)] = {
        var characters: [UInt16: (plain: Character, shifted: Character)] = [57: (" ", " ")]
        // The rows of the main block, each from the code of its first key, and then the number pad.
        for (first, plain, shifted) in [
            (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
            (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"), (55, "*", "*"),
            (71, "789-456+1230.", "789-456+1230."), (98, "/", "/"), (117, "=", "="), (121, ",", ","),
            (179, "()", "()"), (512, "0123456789*#", "0123456789*#"),
        ] as [(UInt16, String, String)] {
            for (place, pair) in zip(plain, shifted).enumerated() { characters[first + UInt16(place)] = pair }
        }
        return characters
    }()
}

extension KeyCode: CustomStringConvertible {
    /// The kernel's name.
    public var description: String { name }
}
