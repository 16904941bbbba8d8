import Foundation
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard
@testable import CarillonDevices

/// The settings of all kinds, which a wiring in a file and one in Swift share.
@Suite struct SettingsTests {
    /// Each kind with all its settings, none of which has its default.
    private static let yaml = """
        buttons:
          start:
            {line: GPIO2, bias: none, active: high, debounce: 5 ms, hold: 2 s, repeat: 100 ms,
             multi-click-interval: 250 ms, key: s}
        encoders:
          minutes:
            a: GPIO3
            b: GPIO4
            button:
              {line: GPIO5, bias: pull-down, active: high, debounce: 7 ms, hold: 3 s, repeat: 50 ms,
               multi-click-interval: 400 ms, key: m}
            bias: as-is
            active: high
            steps: 4
            keys: "<>"
        switches:
          armed: {line: GPIO6, bias: none, active: high, debounce: 1 ms, key: a}
        sensors:
          hall: {line: GPIO7, bias: none, active: low, debounce: 2 ms, glitch-filter: 3 ms, inactivity-timeout: 30 s, key: h}
        keypads:
          code: {device: "08ff:0009"}
        readers:
          door: {device: HXGCoLtd Keyboard, ends: tab}
        analogs:
          knob:
            {chip: ads1115 i2c-1 0x49, channel: 2, reference: 5, range: [1, 4], direction: falling, every: 10 ms,
             smoothing: 100 ms, change: 0.01}
        thermometers:
          room: {chip: hwmon lm75, channel: 2, every: 10 s, smoothing: 1 min, change: 0.5}
        climates:
          inside:
            {chip: bmp280 i2c-1 0x77, every: 5 s, smoothing: 2 s, change: 1, humidity-change: 2, pressure-change: 3}
        co2-sensors:
          bedroom:
            {chip: scd40 i2c-1 0x62, every: 30 s, smoothing: 1 min, change: 20, temperature-change: 1, humidity-change: 2,
             altitude: 540}
        distances:
          front:
            {trigger: GPIO17, echo: GPIO18, range: 200, air: -5, every: 200 ms, smoothing: 1 s, change: 3}
        pulse-meters:
          water:
            {line: GPIO27, bias: none, active: high, debounce: 4 ms, pulses: 450, unit: m³, per: hour, every: 3 s,
             timeout: 2 min}
        gauges:
          disk: {source: disk /var, every: 1 min, smoothing: 2 s, change: 3, grace: 4 s}
        rfids:
          cards: {chip: mfrc522 spidev0.0, every: 50 ms, grace: 2 s}
        touch-keys:
          fruit: {chip: mpr121 i2c-1 0x5b, every: 50 ms, touch: 12, release: 6}
        leds:
          low: {line: GPIO8, active: low, safe: on, pwm: pwmchip0/1, longest-on: 2 h, without-fleet: safe after 5 s}
          high: GPIO9
          third: GPIO16
          red: GPIO26
        rgbs:
          mood: {red: GPIO10, green: GPIO11, blue: GPIO12, active: low}
        buzzers:
          bell: {line: GPIO13, active: low, safe: on, longest-on: 1 min, without-fleet: safe after 6 s}
        tonal-buzzers:
          alto: {line: GPIO23, pwm: pwmchip0/5, longest-on: 2 min, without-fleet: safe after 10 s}
        relays:
          valve: {line: GPIO14, active: low, safe: on, longest-on: 3 h, without-fleet: safe after 7 s}
        numbers:
          count: {leds: [low]}
        bars:
          level: {leds: [high], last: dimmed, negative: lit}
        groups:
          tree: {leds: [third]}
        servos:
          arm: {line: GPIO15, angles: [0, 180], pulse: [0.5 ms, 2.5 ms], direction: reversed, pwm: pwmchip0/0}
        motors:
          belt:
            {in1: GPIO19, in2: GPIO20, inputs: phase-enable, enable: GPIO21, pwm1: pwmchip0/2, pwm2: pwmchip0/3,
             soft-start: 500 ms, longest-on: 1 min, without-fleet: safe after 8 s}
        steppers:
          blind:
            {in1: L1, in2: L2, in3: L3, in4: L4, steps: full, speed: 250, soft-start: 1 s, range: [-100, 2048],
             hold: on, longest-on: 90 s, without-fleet: safe after 11 s}
        shutters:
          window: {up: L5, down: L6, active: low, up-time: 22 s, down-time: 21 s, pause: 1 s}
        fans:
          case:
            {line: GPIO22, active: low, safe: on, minimum: 30, pwm: pwmchip0/4, longest-on: 1 h,
             without-fleet: safe after 9 s}
        displays:
          status:
            {bus: spidev0.1, data: GPIO24, reset: GPIO25, address: 0x3d, driver: sh1106, size: 128x32, contrast: 255,
             rotation: 180, screen: {knob: minutes}}
        lcds:
          panel: {bus: i2c-1, address: 0x3f, size: 20x4, screen: {keypad: code, back: start}}
        digit-displays:
          time: {chip: tm1637 L5 L6, count: 6, brightness: 0.25}
        strips:
          clock: {chip: sk6812-rgbw spidev1.0, count: 60, brightness: 0.5, order: rgb, shape: ring}
        microphones:
          nursery: {device: "hw:1", light: red, loud: -20, quiet: -50, gain: 12, deaf: 1 s}
        """

    private static func inSwift() throws -> Wiring {
        try Wiring(
            .button("start", line: "GPIO2") { button in
                button.input = .init(bias: .disabled, isActiveLow: false)
                button.debounce = .milliseconds(5)
                button.timing.hold = .seconds(2)
                button.timing.repeatInterval = .milliseconds(100)
                button.timing.multiClickInterval = .milliseconds(250)
                button.key = "s"
            },
            .encoder("minutes", a: "GPIO3", b: "GPIO4", button: "GPIO5") { knob in
                knob.button?.input = .init(bias: .pullDown, isActiveLow: false)
                knob.button?.debounce = .milliseconds(7)
                knob.button?.timing = .init(
                    hold: .seconds(3), repeatInterval: .milliseconds(50), multiClickInterval: .milliseconds(400))
                knob.button?.key = "m"
                knob.input = .init(bias: .asIs, isActiveLow: false)
                knob.steps = .four
                knob.keys = "<>"
            },
            .switch("armed", line: "GPIO6") { armed in
                armed.input = .init(bias: .disabled, isActiveLow: false)
                armed.debounce = .milliseconds(1)
                armed.key = "a"
            },
            .sensor("hall", line: "GPIO7") { hall in
                hall.input = .init(bias: .disabled, isActiveLow: true)
                hall.debounce = .milliseconds(2)
                hall.glitchFilter = .milliseconds(3)
                hall.inactivityTimeout = .seconds(30)
                hall.key = "h"
            },
            .keypad("code", device: "08ff:0009"), .reader("door", device: "HXGCoLtd Keyboard") { $0.end = .tab },
            .analog("knob", chip: "ads1115 i2c-1 0x49", channel: 2) { knob in
                knob.reference = 5
                knob.range = 1...4
                knob.isReversed = true
                knob.sampling = Sampling(every: .milliseconds(10), change: 0.01)
                knob.sampling.smoothing = .milliseconds(100)
            },
            .thermometer("room", chip: "hwmon lm75") { room in
                room.channel = 2
                room.sampling = Sampling(every: .seconds(10), change: 0.5)
                room.sampling.smoothing = .seconds(60)
            },
            .climate("inside", chip: "bmp280 i2c-1 0x77") { inside in
                inside.sampling = Sampling(every: .seconds(5), change: 1)
                inside.sampling.smoothing = .seconds(2)
                inside.humidityChange = 2
                inside.pressureChange = 3
            },
            .co2Sensor("bedroom", chip: "scd40 i2c-1") { bedroom in
                bedroom.sampling = Sampling(every: .seconds(30), change: 20)
                bedroom.sampling.smoothing = .seconds(60)
                (bedroom.temperatureChange, bedroom.humidityChange, bedroom.altitude) = (1, 2, 540)
            },
            .distance("front", trigger: "GPIO17", echo: "GPIO18") { front in
                (front.range, front.air) = (200, -5)
                front.sampling = Sampling(every: .milliseconds(200), change: 3)
                front.sampling.smoothing = .seconds(1)
            },
            .pulseMeter("water", line: "GPIO27") { water in
                water.input = .init(bias: .disabled, isActiveLow: false)
                water.debounce = .milliseconds(4)
                (water.pulses, water.unit, water.per) = (450, "m³", .hour)
                (water.every, water.timeout) = (.seconds(3), .seconds(120))
            },
            .gauge("disk", "disk /var") { disk in
                disk.sampling = Sampling(every: .seconds(60), change: 3)
                disk.sampling.smoothing = .seconds(2)
                disk.grace = .seconds(4)
            },
            .rfid("cards", chip: "mfrc522 spidev0.0") { cards in
                (cards.interval, cards.grace) = (.milliseconds(50), .seconds(2))
            },
            .touchKeys("fruit", chip: "mpr121 i2c-1 0x5b") { fruit in
                (fruit.interval, fruit.touch, fruit.release) = (.milliseconds(50), 12, 6)
            },
            .led("low", line: "GPIO8") { led in
                led.isActiveLow = true
                led.safe = .active
                led.pwm = PWMChannel(chip: "pwmchip0", channel: 1)
                led.limits = OutputLimits(longestOn: .seconds(7200), withoutFleet: .seconds(5))
            },
            .led("high", line: "GPIO9"), .led("third", line: "GPIO16"), .led("red", line: "GPIO26"),
            .rgb("mood", red: "GPIO10", green: "GPIO11", blue: "GPIO12") { $0.isActiveLow = true },
            .buzzer("bell", line: "GPIO13") { bell in
                bell.isActiveLow = true
                bell.safe = .active
                bell.limits = OutputLimits(longestOn: .seconds(60), withoutFleet: .seconds(6))
            },
            .tonalBuzzer("alto", line: "GPIO23") { alto in
                alto.pwm = PWMChannel(chip: "pwmchip0", channel: 5)
                alto.limits = OutputLimits(longestOn: .seconds(120), withoutFleet: .seconds(10))
            },
            .relay("valve", line: "GPIO14") { valve in
                valve.isActiveLow = true
                valve.safe = .active
                valve.limits = OutputLimits(longestOn: .seconds(10_800), withoutFleet: .seconds(7))
            },
            .number("count", leds: ["low"]),
            .bar("level", leds: ["high"]) { bar in
                bar.dimsLast = true
                bar.isSigned = true
            },
            .group("tree", leds: ["third"]),
            .servo("arm", line: "GPIO15") { arm in
                arm.angles = 0...180
                arm.pulse = .microseconds(500) ... .microseconds(2500)
                arm.isReversed = true
                arm.pwm = PWMChannel(chip: "pwmchip0", channel: 0)
            },
            .motor("belt", in1: "GPIO19", in2: "GPIO20") { belt in
                belt.inputs = .phaseEnable
                belt.enable = WiringReference("GPIO21")
                belt.pwm1 = PWMChannel(chip: "pwmchip0", channel: 2)
                belt.pwm2 = PWMChannel(chip: "pwmchip0", channel: 3)
                belt.softStart = .milliseconds(500)
                belt.limits = OutputLimits(longestOn: .seconds(60), withoutFleet: .seconds(8))
            },
            .stepper("blind", inputs: ("L1", "L2", "L3", "L4")) { blind in
                (blind.steps, blind.speed, blind.softStart) = (.full, 250, .seconds(1))
                (blind.range, blind.holds) = (-100...2048, true)
                blind.limits = OutputLimits(longestOn: .seconds(90), withoutFleet: .seconds(11))
            },
            .shutter("window", up: "L5", down: "L6") { window in
                window.isActiveLow = true
                (window.upTime, window.downTime, window.pause) = (.seconds(22), .seconds(21), .seconds(1))
            },
            .fan("case", line: "GPIO22") { fan in
                (fan.isActiveLow, fan.safe, fan.minimum) = (true, .active, 30)
                fan.pwm = PWMChannel(chip: "pwmchip0", channel: 4)
                fan.limits = OutputLimits(longestOn: .seconds(3600), withoutFleet: .seconds(9))
            },
            .display("status", bus: "spidev0.1") { status in
                (status.data, status.reset) = (WiringReference("GPIO24"), WiringReference("GPIO25"))
                status.address = 0x3d
                status.driver = .sh1106
                status.size = .dots128x32
                status.contrast = 255
                status.isRotated = true
                status.screen = ScreenInputs { $0.knob = WiringReference("minutes") }
            },
            .lcd("panel", bus: "i2c-1") { panel in
                panel.address = 0x3f
                panel.size = .columns20rows4
                panel.screen = ScreenInputs { inputs in
                    (inputs.keypad, inputs.back) = (WiringReference("code"), WiringReference("start"))
                }
            },
            .digitDisplay("time", chip: "tm1637 L5 L6") { time in
                time.count = 6
                time.brightness = 0.25
            },
            .strip("clock", chip: "sk6812-rgbw spidev1.0", count: 60) { clock in
                (clock.brightness, clock.order) = (0.5, .rgb)
                clock.isRing = true
            },
            .microphone("nursery", device: "hw:1") { nursery in
                nursery.light = WiringReference("red")
                (nursery.loud, nursery.quiet, nursery.gain) = (-20, -50, 12)
                nursery.deaf = .seconds(1)
            })
    }

    @Test func everySettingOfEveryKindIsTheSameInSwiftAndInAFile() throws {
        let (swift, file) = (try Self.inSwift().devices, try Wiring(Self.parsed()).devices)
        expectEqual(swift.map(\.name), file.map(\.name))
        for (swift, file) in zip(swift, file) {
            expectEqual(swift.kind, file.kind)
            expectEqual(Self.values(swift.settings), Self.values(file.settings), "\(file.name)")
            expectEqual("\(swift.wires.map(\.use))", "\(file.wires.map(\.use))")
            expectEqual(swift.buses, file.buses)
        }
    }

    @Test func comparisonIncludesEverySetting() throws {
        let sections = try Self.parsed().fields(DeviceKinds.builtIn.map { $0.kind.section })
        for kind in DeviceKinds.builtIn {
            let device = try #require(try sections[kind.kind.section]?.entries.first?.value)
            try Self.check(kind, device)
        }
    }

    /// Checks that the device in the wiring has all settings of its kind, none with its default.
    private static func check<Kind: Device>(_ kind: Kind.Type, _ node: DescriptionNode) throws {
        let keys = Kind.Settings.fields.map(\.key)
        let values = try node.fields(keys)
        expectEqual(Set(values.keys), Set(keys), "\(Kind.kind.name)")
        var (settings, faults) = (Kind.Settings(), Faults())
        #expect(settings.read(node, of: Kind.kind, faults: &faults).isEmpty)
        for field in Kind.Settings.fields where !field.isRequired && field.key != "button" {
            #expect(field.text(settings) != field.text(Kind.Settings()), "\(Kind.kind.name): \(field.key)")
        }
        if Kind.self == RotaryEncoder.self { try check(Button.self, try #require(values["button"])) }
    }

    /// Returns the settings without the positions of names.
    private static func values(_ settings: any DeviceSettings) -> String {
        "\(settings)".replacing(/position: [^,)]*/, with: "")
    }

    private static func parsed() throws -> DescriptionNode { try YAMLFile.parse(Array(yaml.utf8), name: "all.yaml") }

    // MARK: The documentation

    /// `EXPORT=1 swift test --filter SettingsTests` writes the tables again.
    @Test func pageOfEachKindListsItsSettings() throws {
        for kind in DeviceKinds.builtIn {
            let name = "Documentation/Devices/\(kind.kind.section).md"
            let path = try #require(DataFolders.find(name), "write \(name) with Tools/docs/write-pages")
            var page = try String(contentsOfFile: path, encoding: .utf8)
            let marks = try [#require(page.range(of: "<!-- keys -->\n")), #require(page.range(of: "<!-- end -->"))]
            let place = marks[0].upperBound..<marks[1].lowerBound
            let table = "\n\(Self.table(of: kind))\n\n"
            if ProcessInfo.processInfo.environment["EXPORT"] != nil, page[place] != table {
                page.replaceSubrange(place, with: table)
                try page.write(toFile: path, atomically: true, encoding: .utf8)
            } else {
                expectEqual(String(page[place]), table, "\(name)")
            }
        }
    }

    private static func table<Kind: Device>(of kind: Kind.Type) -> String {
        let rows = Kind.Settings.fields.map { field in
            let value = field.isRequired ? "required" : field.text(Kind.Settings()) ?? ""
            return "| `\(field.key)` | \(field.values) | \(value.isEmpty ? "" : "\(value) ")| \(field.summary) |"
        }
        return (["| key | values | default | meaning |", "|---|---|---|---|"] + rows).joined(separator: "\n")
    }
}
