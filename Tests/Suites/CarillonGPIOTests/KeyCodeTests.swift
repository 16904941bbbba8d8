import CarillonGPIO
import TestSupport
import Testing

/// The names and the characters of keys, and the names of input devices.
@Suite struct KeyCodeTests {
    @Test(arguments: [
        ("KEY_ESC", 1), ("KEY_1", 2), ("KEY_ENTER", 28), ("KEY_KPENTER", 96), ("KEY_VOLUMEUP", 115), ("KEY_OK", 0x160),
        ("KEY_NUMERIC_0", 0x200), ("KEY_0x2bd", 0x2bd),
    ])
    func keyHasTheKernelsName(name: String, number: Int) {
        expectEqual(KeyCode(name)?.number, UInt16(number))
        expectEqual(KeyCode(UInt16(number)).name, name)
    }

    @Test(arguments: ["", "KEY_", "KEY_ONE", "1", "KEY_0x", "key_1", "KEY_0x10000"])
    func unknownNameIsNotAKey(name: String) { expectEqual(KeyCode(name), nil) }

    static let characters: [(name: String, plain: String?, shifted: String?)] = [
        ("KEY_1", "1", "!"), ("KEY_0", "0", ")"), ("KEY_A", "a", "A"), ("KEY_SEMICOLON", ";", ":"),
        ("KEY_BACKSLASH", "\\", "|"), ("KEY_KP7", "7", "7"), ("KEY_KPASTERISK", "*", "*"), ("KEY_KPSLASH", "/", "/"),
        ("KEY_NUMERIC_POUND", "#", "#"), ("KEY_SPACE", " ", " "), ("KEY_ENTER", nil, nil), ("KEY_VOLUMEUP", nil, nil),
        ("KEY_LEFTSHIFT", nil, nil),
    ]

    @Test(arguments: characters) func keyTypesItsCharacter(name: String, plain: String?, shifted: String?) throws {
        let key = try #require(KeyCode(name))
        expectEqual(key.character().map(String.init), plain)
        expectEqual(key.character(isShifted: true).map(String.init), shifted)
    }

    @Test func keySourceIsAUSBIDOrAName() {
        expectEqual(KeySource("08ff:0009"), .usb(vendor: 0x08ff, product: 9))
        expectEqual(KeySource("HXGCoLtd Keyboard"), .named("HXGCoLtd Keyboard"))
        expectEqual(KeySource("8ff:9"), .named("8ff:9"))
        expectEqual(KeySource(""), nil)
        for text in ["08ff:0009", "gpio_ir_recv"] { expectEqual(KeySource(text).map { "\($0)" }, text) }
    }
}
