import CarillonGPIO
import CarillonScheduling
import Synchronization
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
    ])
    func aValueSaysWhatItIs(value: Feature.Value, text: String) {
        #expect("\(value)" == text)
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
    func aChangeSaysWhichDeviceShowsWhat(change: DeviceChange, text: String) {
        #expect("\(change)" == text)
    }

    @Test func aChangeIsThatOfItsKind() {
        #expect(DeviceChange.pattern(kind: "led", name: "red", .on) == .led(name: "red", isOn: true))
        #expect(DeviceChange.pattern(kind: "relay", name: "red", .on) != .led(name: "red", isOn: true))
    }

    @Test func aChangeThatNobodyLooksAtIsNotMade() {
        var made = 0
        func change() -> DeviceChange {
            made += 1
            return .sound(name: .alert)
        }
        DeviceObserver(didFail: { _ in }).didChange(change())
        #expect(made == 0)
        DeviceObserver(didChange: { _ in }).didChange(change())
        #expect(made == 1)
    }

    // MARK: Changes from outside the program

    @Test func theWorldSetsWhatTheDeviceShows() throws {
        let devices = OutputDevices()
        let led = try devices.led("GPIO5")
        #expect(led.features[0].set(.toggle(.dimmed(to: 0.2))))
        #expect(led.pattern == .dimmed(to: 0.2))
        #expect(led.features[0].value() == .toggle(.dimmed(to: 0.2)))
        #expect(led.features[0].share == 0.2)
        let bar = LEDBar(name: "bar", leds: [led], bank: devices.bank, observer: devices.observer)
        #expect(bar.features[0].set(.level(1)))
        #expect(bar.lit == 1)
        let number = try devices.display()
        #expect(number.features[0].set(.level(5)))
        #expect(number.number == 5)
        let mood = RGBLED(
            name: "mood", red: devices.bank.output(0), green: devices.bank.output(1), blue: devices.bank.output(2),
            observer: devices.observer)
        #expect(mood.features[0].set(.color(.red, .blinking())))
        #expect((mood.color, mood.pattern) == (.red, .blinking()))
        #expect(mood.features[0].share == 1)
    }

    @Test func whatAFeatureCannotBeIsRefusedAndChangesNothing() throws {
        let devices = OutputDevices()
        let relay = Relay(name: "pump", output: devices.bank.output(0), observer: devices.observer)
        let servo = Servo(name: "arm", output: devices.bank.output(1), observer: devices.observer)
        let number = try devices.display()
        for (feature, value) in [
            (relay.features[0], Feature.Value.toggle(.dimmed(to: 0.5))), (relay.features[0], .level(1)),
            (servo.features[0], .level(91)), (servo.features[0], .level(.nan)), (servo.features[0], .toggle(.on)),
            (number.features[0], .level(nil)), (number.features[0], .level(0.5)), (number.features[0], .level(1e300)),
            (number.features[0], .text("5")),
        ] {
            #expect(!feature.set(value), "\(value)")
        }
        #expect(devices.changes.isEmpty)
        #expect(relay.features[0].set(.toggle(.on)) && relay.isOn)
        #expect(servo.features[0].set(.level(90)) && servo.angle == 90)
        #expect(servo.features[0].set(.level(nil)) && servo.angle == nil)
    }

    @Test func numberOfTwoBitsIsSetFromZeroToThreeOnly() throws {
        let devices = OutputDevices()
        let leds = try ["GPIO5", "GPIO6"].map { try devices.led($0, isSilent: true) }
        let number = NumberDisplay(name: "count", leds: leds, bank: devices.bank, observer: devices.observer)
        let feature = number.features[0]
        for value in [-1.0, 4, 16] { #expect(!feature.set(.level(value)), "\(value)") }
        #expect(devices.changes.isEmpty)
        for value in [3.0, 0] { #expect(feature.set(.level(value)), "\(value)") }
        // The program may show any number.
        number.show(-1)
        #expect(number.number == -1)
    }

    @Test func longTextFromOutsideIsRefused() {
        let feature = Feature("text", set: { _ in }, { .text("") })
        #expect(feature.set(.text(String(repeating: "a", count: 4096))))
        #expect(!feature.set(.text(String(repeating: "a", count: 4097))))
    }

    @Test func aPictureOfAnotherSizeIsRefused() {
        let shown = Mutex(Picture(width: 8, height: 8))
        let feature = Feature(
            "picture", set: { value in shown.withLock { $0 = value.picture! } }, { .picture(shown.withLock { $0 }) })
        #expect(!feature.set(.picture(Picture(width: 8, height: 9))))
        var dot = Picture(width: 8, height: 8)
        dot[3, 3] = true
        #expect(feature.set(.picture(dot)))
        #expect(shown.withLock { $0 } == dot)
    }

    @Test func aConnectedViewDrivesItsDevice() throws {
        let devices = OutputDevices()
        let lamp = try devices.led("GPIO5")
        let view = lamp.showing { (isLit: Bool) in .steady(isLit) }
        #expect(!lamp.features[0].isDriven())
        let (one, other) = (view.connect { _ in }, view.connect { _ in })
        #expect(lamp.features[0].isDriven())
        one.dispose()
        one.dispose()
        #expect(lamp.features[0].isDriven())
        other.dispose()
        #expect(!lamp.features[0].isDriven())
    }

    @Test func aNumberIsDrivenByItself() throws {
        let number = try OutputDevices().display()
        let connection = number.connect { _ in }
        #expect(number.features[0].isDriven())
        connection.dispose()
        #expect(!number.features[0].isDriven())
    }

    @Test func whatIsOnlyReadCannotBeSet() {
        let feature = Feature { .level(20, Feature.Scale(unit: " °C")) }
        #expect(!feature.canBeSet && !feature.set(.level(21)))
    }
}
