import CarillonDevices
import TestSupport
import Testing

@testable import CarillonFleet

@Suite struct FleetTextTests {
    private static let scale = Feature.Scale(0...10, step: 0.5, hasOff: true)

    @Test(arguments: [
        (Feature.Value.toggle(.on), "ON"), (.toggle(.off), "OFF"), (.toggle(.dimmed(to: 0.5)), "50"),
        (.toggle(.dimmed(to: 0.001)), "OFF"), (.toggle(.dimmed(to: 0.003)), "1"), (.toggle(.blinking()), "ON"),
        (.level(4, scale), "4"), (.level(4.5, scale), "4.5"), (.level(nil, scale), "None"),
        (.color(.red, .on), "#ff0000"),
        (.color(.red, .blinking()), "#ff0000"), (.color(.red, .off), "OFF"), (.text("hello\nyou"), "hello\nyou"),
        (.sound("alert"), "alert"), (.sound(nil), "None"),
    ])
    func stateIsPlainText(value: Feature.Value, text: String) { expectEqual(value.payload, text) }

    @Test(arguments: [
        (Feature.Value.toggle(.off), "ON", Feature.Value.toggle(.on)), (.toggle(.on), "OFF", .toggle(.off)),
        (.toggle(.off), "50", .toggle(.dimmed(to: 0.5))), (.toggle(.off), "100", .toggle(.on)),
        (.toggle(.off), "0", .toggle(.off)), (.level(4, scale), "4.5", .level(4.5, scale)),
        (.level(4, scale), "None", .level(nil, scale)), (.color(.red, .off), "ON", .color(.red, .on)),
        (.color(.red, .on), "#0000ff", .color(.blue, .on)), (.color(.red, .on), "OFF", .color(.red, .off)),
        (.text(""), "hello", .text("hello")), (.sound(nil), "play alert", .sound("alert")),
        (.sound("alert"), "stop", .sound(nil)), (.press(false), "PRESS", .press(true)),
    ])
    func commandIsPlainText(old: Feature.Value, text: String, new: Feature.Value) {
        expectEqual(old.commanded(text), new)
    }

    @Test(arguments: [
        (Feature.Value.toggle(.off), "on"), (.toggle(.off), "101"), (.toggle(.off), "-1"), (.toggle(.off), "nan"),
        (.level(4, scale), ""), (.level(4, scale), "0x4"), (.level(4, scale), "inf"), (.color(.red, .on), "#12345"),
        (.color(.red, .on), "#+12345"), (.sound(nil), "alert"),
    ])
    func otherTextIsNotACommand(old: Feature.Value, text: String) { expectEqual(old.commanded(text), nil) }
}
