import CarillonGPIO
import Testing

/// The names and the characters of keys, and the names of input devices.
@Suite struct KeyCodeTests {
    @Test(arguments: [
        ("KEY_ESC", 1), ("KEY_1", 2), ("KEY_ENTER", 28), ("KEY_KPENTER", 96), ("KEY_VOLUMEUP", 115), ("KEY_OK", 0x160),
        ("KEY_NUMERIC_0", 0x200), ("KEY_0x2bd", 0x2bd),
    ])
    func nameIsThatOfTheKernel(name: String, number: Int) {
        #expect(KeyCode(name)?.number == UInt16(number))
        #expect(KeyCode(UInt16(number)).name == name)
    }

    @Test(arguments: ["", "KEY_", "KEY_ONE", "1", "KEY_0x", "key_1", "KEY_0x10000"])
    func unknownNameIsNoKey(name: String) { #expect(KeyCode(name) == nil) }

    @Test(arguments: [
        ("KEY_1", "1", "!"), ("KEY_0", "0", ")"), ("KEY_A", "a", "A"), ("KEY_SEMICOLON", ";", ":"),
        ("KEY_BACKSLASH", "\\", "|"), ("KEY_KP7", "7", "7"), ("KEY_KPASTERISK", "*", "*"), ("KEY_KPSLASH", "/", "/"),
        ("KEY_NUMERIC_POUND", "#", "#"), ("KEY_SPACE", " ", " "),
    ])
    func keyTypesItsCharacter(name: String, plain: String, shifted: String) throws {
        let key = try #require(KeyCode(name))
        #expect(key.character().map(String.init) == plain)
        #expect(key.character(isShifted: true).map(String.init) == shifted)
    }

    @Test func keyWithoutACharacterTypesNone() {
        for name in ["KEY_ENTER", "KEY_VOLUMEUP", "KEY_LEFTSHIFT"] { #expect(KeyCode(name)?.character() == nil) }
    }

    @Test func sourceIsAUSBIdOrAName() {
        #expect(KeySource("08ff:0009") == .usb(vendor: 0x08ff, product: 9))
        #expect(KeySource("HXGCoLtd Keyboard") == .named("HXGCoLtd Keyboard"))
        #expect(KeySource("8ff:9") == .named("8ff:9"))
        #expect(KeySource("") == nil)
        for text in ["08ff:0009", "gpio_ir_recv"] { #expect(KeySource(text).map { "\($0)" } == text) }
    }
}
