import CarillonAudio
import CarillonDevices
import CarillonGPIO
import CarillonOutlet
import CarillonScheduling
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

/// A whole board in virtual time: every kind of device by its name, from a wiring.
@Suite struct WiredBoardTests {
    private static let yaml = """
        buttons:
          start: {line: GPIO17, hold: 2 s, repeat: 100 ms, multi-click-interval: 250 ms, key: s}
        encoders:
          minutes: {a: GPIO5, b: GPIO6, button: GPIO13, keys: "<>"}
        switches:
          armed: GPIO26
        sensors:
          hall: {line: GPIO4, inactivity-timeout: 30 s}
        leds:
          lamp: {line: GPIO18, pwm: pwmchip0/0}
          low: GPIO22
          high: GPIO23
        rgbs:
          mood: {red: GPIO9, green: GPIO10, blue: GPIO11, active: low}
        buzzers:
          bell: GPIO12
        relays:
          valve: {line: GPIO16, safe: on}
        bars:
          level: [low, high]
        """

    private static func inYAML() throws -> Wiring {
        try Wiring(YAMLFile.parse(Array(yaml.utf8), name: "box.yaml"))
    }

    @Test func inputsBecomeEventsAndOutputsShowTheModel() throws {
        let box = try Box(Self.inYAML())
        box.follow(
            box.board.events(
                try box.board.button("start").pressed(send: "start"),
                try box.board.button("start").held(send: "reset"),
                try box.board.encoder("minutes").turned { "minutes \($0)" },
                try #require(box.board.encoder("minutes").button).clicked(send: "clicked"),
                try box.board.switch("armed").changed { "armed \($0)" },
                try box.board.sensor("hall").changed { "hall \($0)" }))
        try box.play(
            """
            start
            hold start
            turn minutes 3
            minutes
            turn minutes -2
            click minutes
            wait 1 s
            armed
            armed off
            hall on
            hall off
            wait 30 s
            """)
        expectEqual(
            box.events,
            [
                "armed false", "hall false", "start", "start", "reset", "minutes 1", "minutes 1", "minutes 1",
                "minutes 1",
                "minutes -1", "minutes -1", "clicked", "armed true", "armed false", "hall true", "hall false",
            ])

        try box.board.led("lamp").set(.pulsing())
        try box.board.rgb("mood").set(.yellow)
        try box.board.buzzer("bell").set(.blinking(on: .milliseconds(100), off: .milliseconds(100), times: 2))
        try box.board.relay("valve").on()
        try box.board.bar("level").set(0.5)
        box.time.advance(by: .seconds(1))
        expectEqual(
            box.changes,
            [
                "led lamp pulsing", "rgb mood #ffff00", "buzzer bell blinking 2 times", "relay valve on",
                "bar level 1 of 2", "buzzer bell off",
            ])
        box.board.close()
    }

    @Test func unknownNameIsReportedWithTheNamesInTheWiring() throws {
        let board = try Box(Self.inYAML()).board
        func message(_ body: () throws -> Void) -> String? {
            do { try body() } catch { return "\(error)" }
            return nil
        }
        expectEqual(
            message { _ = try board.led("red") }, #"the wiring has no LED "red"; expected one of: lamp, low, high"#)
        expectEqual(message { _ = try board.led("lmap") }, #"the wiring has no LED "lmap"; did you mean "lamp"?"#)
        expectEqual(message { _ = try board.encoder("x") }, #"the wiring has no encoder "x"; expected one of: minutes"#)
        expectEqual(message { _ = try board.number("x") }, #"the wiring has no number "x"; add it"#)
    }

    @Test func eachControlBelongsToAFeatureOfItsDevice() throws {
        let box = try Box(Self.inYAML())
        for device in box.wiring.devices {
            let features = box.board.devices(called: device.name)[0].features.map(\.name)
            expectEqual(Set(features).count, features.count)
            #expect(Set(device.controls.map(\.feature)).isSubset(of: features), "\(device.name)")
        }
    }

    @Test func lossAndReturnOfTheChipAreSentAndShown() throws {
        let box = try Box(Self.inYAML())
        box.follow(box.board.chipPresence { $0 ? "back" : "gone" })
        try box.board.relay("valve").on()
        box.chip.unplug()
        box.chip.plugIn()
        expectEqual(box.events, ["gone", "back"])
        expectEqual(box.changes.suffix(2), ["chip simulated has disappeared", "chip simulated is back"])
    }

    @Test(arguments: [
        ("name", "duplicate led \"a\"; rename one of them"),
        ("number", "the wiring has no LED \"b\"; expected one of: a"),
        ("key", "key must be one visible ASCII character"),
        ("keys", "the key x already operates button \"a\"; use another key"),
    ])
    func mistakeInSwiftIsReportedWithItsSourceLocation(what: String, message: String) {
        let error = expectError(DescriptionError.self) {
            switch what {
            case "number": try Wiring(.led("a", line: "GPIO2"), .number("n", leds: ["a", "b"]))
            case "key": try Wiring(.button("a", line: "GPIO2") { $0.key = "é" })
            case "keys":
                try Wiring(.button("a", line: "GPIO2") { $0.key = "x" }, .switch("b", line: "GPIO3") { $0.key = "x" })
            default: try Wiring(.led("a", line: "GPIO2"), .led("a", line: "GPIO3"))
            }
        }
        #expect(error?.message.hasPrefix(message) ?? false)
        expectEqual(error?.position.file, #fileID)
        #expect(error?.position.line ?? 0 > 100)
    }

    /// Apart from the test, because Swift 6.0 crashes on closures in the arguments of a macro.
    private static let invalid: [(entry: Wiring.Entry, message: String)] = [
        (
            .button("a", line: "GPIO2") { $0.debounce = .milliseconds(-1) },
            "debounce must be a time from 0 s to 1 s"
        ),
        (.button("a", line: "GPIO2") { $0.debounce = .seconds(2) }, "debounce must be a time from 0 s to 1 s"),
        (
            .button("a", line: "GPIO2") { $0.timing = .init(hold: .seconds(90)) },
            "hold must be a time from 0 s to 1 min"
        ),
        (
            .button("a", line: "GPIO2") { $0.timing = .init(repeatInterval: .zero) },
            "repeat must be a time from 1 ms to 1 min"
        ),
        (
            .button("a", line: "GPIO2") { $0.timing = .init(multiClickInterval: .seconds(6)) },
            "multi-click-interval must be a time from 0 s to 5 s"
        ),
        (.button("a", line: ""), "line must be the name of a line, such as GPIO17"),
        (.switch("a", line: "GPIO2") { $0.debounce = .seconds(2) }, "debounce must be a time from 0 s to 1 s"),
        (.sensor("a", line: "GPIO2") { $0.debounce = .seconds(2) }, "debounce must be a time from 0 s to 1 s"),
        (
            .sensor("a", line: "GPIO2") { $0.inactivityTimeout = .seconds(-1) },
            "inactivity-timeout must be a time from 0 s to 24 h"
        ),
        (.encoder("a", a: "GPIO2", b: "GPIO3") { $0.keys = "<" }, "keys must be two visible ASCII characters"),
        (.encoder("a", a: "GPIO2", b: "GPIO3") { $0.keys = "<>x" }, "keys must be two visible ASCII characters"),
        (
            .led("a", line: "GPIO2") { $0.pwm = PWMChannel(chip: "pwm/chip0", channel: 0) },
            "pwm must be a chip in /sys/class/pwm and its channel"
        ),
        (.number("a", leds: []), "leds must be a list of at least one LED, such as [bit0, bit1]"),
        (.bar("a", leds: []), "leds must be a list of at least one LED, such as [bit0, bit1]"),
        (.led("", line: "GPIO2"), "the led has no name"),
        (
            .relay("a", line: "GPIO5").entity(icon: "kettle"),
            "icon must be a set and a name, such as mdi:kettle"
        ),
    ]

    @Test(arguments: invalid)
    func wiringInSwiftHasTheLimitsOfAFile(entry: Wiring.Entry, message: String) {
        let error = expectError(DescriptionError.self) { try Wiring(entry) }
        #expect(error?.message.hasPrefix(message) ?? false, "\(error as Any)")
        expectEqual(error?.position.file, "CarillonApplianceTests/WiredBoardTests.swift")
    }

    @Test func entriesCanBeMadeInALoop() throws {
        let wiring = try Wiring((2...26).map { .led("led\($0)", line: "GPIO\($0)") })
        expectEqual(wiring.devices.count, 25)
        expectEqual(try wiring.placed(on: .named("raspberry-pi-4b")).wires.last?.wire.line.name, "GPIO26")
    }

    @Test(arguments: [
        ("encoders: {v: GPIO2}", "1:15: expected the encoder's keys, such as {a: GPIO5, b: GPIO6}"),
        ("encoders: {v: {a: GPIO2}}", "1:15: missing key \"b\" of the encoder; for example, b: GPIO6"),
        ("encoders: {v: {a: GPIO2, b: GPIO3, steps: 3}}", "1:43: steps must be 1, 2 or 4"),
        ("encoders: {v: {a: GPIO2, b: GPIO3, keys: x}}", "1:42: keys must be two visible ASCII characters"),
        ("rgbs: {m: GPIO2}", "1:11: expected the RGB LED's keys, such as {red: GPIO5, green: GPIO6, blue: GPIO13}"),
        ("relays: {m: {line: GPIO2, safe: maybe}}", "1:33: safe must be off or on"),
        ("relays: {m: {line: GPIO2, pwm: x}}", "1:27: unknown key \"pwm\"; expected one of: line, active, safe"),
        ("leds: {m: {line: GPIO2, pwm: 0}}", "1:30: pwm must be a chip in /sys/class/pwm and its channel"),
        ("buttons: {b: {line: GPIO2, debounce: 2 s}}", "1:38: debounce must be a time from 0 s to 1 s"),
        ("buttons: {b: {line: GPIO2, repeat: 0 s}}", "1:36: repeat must be a time from 1 ms to 1 min"),
        ("buttons: {b: {line: GPIO2, hold: 90 s}}", "1:34: hold must be a time from 0 s to 1 min"),
        ("bars: {b: [x]}", "1:12: the wiring has no LED \"x\"; add it"),
        ("{leds: {x: GPIO2}, bars: {b: [x, x]}}", "1:34: LED \"x\" is already part of bar \"b\"; use another one"),
    ])
    func mistakeInAFileIsReportedWithItsPosition(yaml: String, message: String) {
        let error = expectError(DescriptionError.self) {
            try Wiring(YAMLFile.parse(Array(yaml.utf8), name: "box.yaml"))
        }
        #expect(error?.description.hasPrefix("box.yaml:" + message) ?? false, "\(error as Any)")
    }
}

@Suite struct ScriptActTests {
    private let wiring: Wiring

    init() throws {
        wiring = try Wiring(
            .button("plus", line: "GPIO2"), .encoder("volume", a: "GPIO3", b: "GPIO4"),
            .switch("armed", line: "GPIO5"), .sensor("hall", line: "GPIO6"))
    }

    @Test func everyInputHasAKey() throws {
        let keys = SimulatedControls(wiring).keys
        expectEqual(String(keys.map(\.key)), "12345")
        expectEqual(keys.map(\.action.control?.device), ["plus", "volume", "volume", "armed", "hall"])
    }
}

/// A board on a simulated chip.
struct Box {
    let time = VirtualTime()
    let chip: SimulatedChip
    let board: Board
    let wiring: Wiring
    private let memory: Memory

    private final class Memory: Sendable {
        let changes = Mutex<[String]>([])
        let events = Mutex<[String]>([])
    }

    init(_ wiring: Wiring) throws {
        let description = try BoardDescription.named("simulated")
        self.wiring = try wiring.placed(on: description)
        let memory = Memory()
        self.memory = memory
        chip = SimulatedChip(lineNames: description.lineNames, time: time)
        board = try Board(
            description, wiring: self.wiring, inputs: BoardInputs(chip: chip, queue: time),
            audio: BoardAudio(AudioEngine(device: .silent, pacedBy: time), load: self.wiring.load))
        _ = board.features.observeVisible { change in memory.changes.withLock { $0.append("\(change)") } }
    }

    var changes: [String] { memory.changes.withLock { $0 } }
    var events: [String] { memory.events.withLock { $0 } }

    func follow(_ source: AnyEventSource<String>) {
        _ = source.subscribe { [memory] event in memory.events.withLock { $0.append(event) } }
    }

    /// Performs a script to its end.
    func play(_ lines: String) throws {
        let user = SimulatedUser(
            chip: chip, queue: time,
            command: { [board] feature, text, then in board.command(feature, text, from: .page, then: then) },
            didMove: { error in #expect(error == nil) })
        var script = Script(wiring, values: board.features.ofApplication)
        script.take(Array(lines.utf8)[...])
        script.end()
        while let act = try script.next() { user.perform(act) }
        time.advance(by: .seconds(120))
    }
}
