import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct FeatureTests {
    @Test(arguments: [
        (Feature.Value.press(true), "pressed"), (.press(false), "released"), (.toggle(.off), "off"),
        (.toggle(.blinking(times: 2)), "blinking 2 times"), (.toggle(.dimmed(to: 0.3)), "30 %"),
        (.color(.red), "#ff0000"), (.color(.red, .pulsing()), "#ff0000 pulsing"), (.color(.red, .off), "off"),
        (.level(-3), "-3"), (.level(3, Feature.Scale(0...5, step: 1)), "3 of 5"),
        (.level(nil, Feature.Scale(0...1, unit: "°")), "off"),
        (.level(-45, Feature.Scale(-90...90, unit: "°")), "-45°"),
        (.level(100.0 / 3, Feature.Scale(0...90, unit: "°")), "33.3°"),
        (.level(0.1 * 3, Feature.Scale(step: 0.01, unit: " V")), "0.3 V"),
        (.level(.infinity, Feature.Scale(0...1, unit: " V")), "inf V"),
        (.level(9_007_199_254_740_991, Feature.Scale(step: 1)), "9007199254740991"),
        (.text("Hello,\nworld\r\n!"), "Hello, world !"), (.picture(Picture(width: 128, height: 64)), "128 x 64"),
        (.sound(.alert), "alert"), (.sound(nil), "silence"),
        (.pixels(Pixels([.red, .black, .white])), "2 of 3 lit"), (.pixels(Pixels([.red], .off)), "0 of 1 lit"),
    ])
    func valueHasThisDescription(value: Feature.Value, text: String) {
        expectEqual("\(value)", text)
    }

    @Test(arguments: [
        (DeviceChange.led(name: "red", isOn: true), "led red on"),
        (.pattern(kind: "led", name: "red", .blinking()), "led red blinking"),
        (.color(name: "mood", .blue, .blinking(times: 1)), "rgb mood #0000ff blinking once"),
        (.bar(name: "level", lit: 3, of: 5), "bar level 3 of 5"), (.bar(name: "x", lit: 0, of: -1), "bar x 0 of 0"),
        (.number(name: "count", value: -1), "count -1"), (.sound(name: .alert), "sound alert"),
        (.chip(label: "gpiochip0", isPresent: false), "chip gpiochip0 has disappeared"),
        (.feature(kind: "servo", name: "arm", .level(45, Feature.Scale(unit: "°"))), "servo arm 45°"),
        (DeviceChange(kind: DeviceKind("display"), name: "oled", feature: "text", .text("Hi")), "display oled text Hi"),
    ])
    func changeNamesTheDeviceAndTheValue(change: DeviceChange, text: String) {
        expectEqual("\(change)", text)
    }

    @Test func changesOfDifferentKindsAreNotEqual() {
        expectEqual(DeviceChange.pattern(kind: "led", name: "red", .on), .led(name: "red", isOn: true))
        #expect(DeviceChange.pattern(kind: "relay", name: "red", .on) != .led(name: "red", isOn: true))
    }

    // MARK: Changes from outside the program

    @Test func valueOfADeviceCanBeSetFromOutside() throws {
        let devices = OutputDevices()
        let led = try devices.led("GPIO5")
        #expect(BoardFeature(led).set(.toggle(.dimmed(to: 0.2))))
        expectEqual(led.pattern, .dimmed(to: 0.2))
        expectEqual(led.value(of: 0), .toggle(.dimmed(to: 0.2)))
        expectEqual(led.share(of: 0), 0.2)
        let bar = devices.add(LEDBar(name: "bar", leds: [led], bank: devices.bank, observer: devices.observer))
        #expect(BoardFeature(bar).set(.level(1)))
        expectEqual(bar.lit, 1)
        let number = try devices.display()
        #expect(BoardFeature(number).set(.level(5)))
        expectEqual(number.number, 5)
        let mood = devices.add(
            RGBLED(
                name: "mood", red: devices.bank.output(0), green: devices.bank.output(1), blue: devices.bank.output(2),
                observer: devices.observer))
        #expect(BoardFeature(mood).set(.color(.red, .blinking())))
        #expect((mood.color, mood.pattern) == (.red, .blinking()))
        expectEqual(mood.share(of: 0), 1)
    }

    @Test func invalidValueIsRefusedWithoutAChange() throws {
        let devices = OutputDevices()
        let relay = devices.add(Relay(name: "pump", output: devices.bank.output(0), observer: devices.observer))
        let servo = devices.add(Servo(name: "arm", output: devices.bank.output(1), observer: devices.observer))
        let number = try devices.display()
        for (feature, value) in [
            (BoardFeature(relay), Feature.Value.toggle(.dimmed(to: 0.5))), (BoardFeature(relay), .level(1)),
            (BoardFeature(servo), .level(91)), (BoardFeature(servo), .level(.nan)), (BoardFeature(servo), .toggle(.on)),
            (BoardFeature(number), .level(nil)), (BoardFeature(number), .level(0.5)),
            (BoardFeature(number), .level(1e300)),
            (BoardFeature(number), .text("5")),
        ] {
            #expect(!feature.set(value), "\(value)")
        }
        #expect(devices.changes.isEmpty)
        #expect(BoardFeature(relay).set(.toggle(.on)) && relay.isOn)
        #expect(BoardFeature(servo).set(.level(90)) && servo.angle == 90)
        #expect(BoardFeature(servo).set(.level(nil)) && servo.angle == nil)
    }

    @Test func numberOfTwoBitsAcceptsValuesFromZeroToThree() throws {
        let devices = OutputDevices()
        let leds = try ["GPIO5", "GPIO6"].map { try devices.led($0, isPart: true) }
        let number = devices.add(
            NumberDisplay(name: "count", leds: leds, bank: devices.bank, observer: devices.observer))
        let feature = BoardFeature(number)
        for value in [-1.0, 4, 16] { #expect(!feature.set(.level(value)), "\(value)") }
        #expect(devices.changes.isEmpty)
        for value in [3.0, 0] { #expect(feature.set(.level(value)), "\(value)") }
        // The program may show any number.
        number.set(-1)
        expectEqual(number.number, -1)
    }

    private static func picture(_ height: Int, dot: Bool = false) -> Feature.Value {
        var picture = Picture(width: 8, height: height)
        picture[3, 3] = dot
        return .picture(picture)
    }

    /// A value from outside and the value that it replaces, and whether it is accepted.
    static let values: [Row<(Feature.Value, insteadOf: Feature.Value), Bool>] = [
        Row("a text of 4096 bytes is accepted", (.text(String(repeating: "a", count: 4096)), .text("")), true),
        Row("a longer text is refused", (.text(String(repeating: "a", count: 4097)), .text("")), false),
        Row("a picture of the same size is accepted", (picture(8, dot: true), picture(8)), true),
        Row("a picture of another size is refused", (picture(9), picture(8)), false),
    ]

    @Test(arguments: values)
    func valueFromOutsideIsAcceptedOrRefused(row: Row<(Feature.Value, insteadOf: Feature.Value), Bool>) {
        let isAccepted = Feature(canBeSet: true).accepts(row.given.0, insteadOf: row.given.insteadOf)
        expectEqual(isAccepted, row.expected, sourceLocation: row.place)
    }

    @Test func connectedViewDrivesItsDevice() throws {
        let devices = OutputDevices()
        let lamp = try devices.led("GPIO5")
        let view = lamp.view { (isLit: Bool) in .on(if: isLit) }
        #expect(!lamp.features[0].isDriven)
        let (one, other) = (view.connect { _ in }, view.connect { _ in })
        #expect(lamp.features[0].isDriven)
        one.dispose()
        one.dispose()
        #expect(lamp.features[0].isDriven)
        other.dispose()
        #expect(!lamp.features[0].isDriven)
    }

    @Test func inputCannotBeSet() throws {
        let bench = InputBench()
        let armed = try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .zero, queue: bench.time, observer: bench.observer)
        #expect(!BoardFeature(armed).set(.toggle(.on)))
        #expect(!armed.isOn)
    }
}
