import CarillonBoard
import CarillonScheduling
import CarillonTest
import TestSupport
import Testing

@Suite struct BenchTests {
    /// Returns the names of the inputs that change from now on.
    private func log<Model>(of bench: Bench<Model>) -> Locked<[String]> {
        let (log, features) = (Locked<[String]>([]), bench.board.features)
        _ = features.observe { number in
            let feature = features.shown.first { $0.number == number }
            if let feature, feature.owner is any Device { log.withLock { $0.append(feature.owner.name) } }
        }
        return log
    }

    /// Buttons of a dictionary that change while the chip is away report in the order of their names, in each process.
    @Test func buttonsOfADictionaryReportInAFixedOrder() throws {
        let names = (10..<20).map { "button \($0)" }
        let bench = try Bench { board in
            Mobius.beginnerLoop { (presses: [String], name: String) in presses + [name] }
                .withEventSource(try board.buttons(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })))
                .makeController(from: [], on: board.queue)
        }
        bench.unplugChip()
        for name in names.reversed() { try bench.pushDown(name) }
        let log = log(of: bench)
        bench.plugInChip()
        expectEqual(log.withLock(\.self), names)
    }

    /// On most boards, this is the order of the offsets.
    @Test(arguments: [["GPIO4", "GPIO5", "GPIO17", "GPIO27"], ["PA9", "PA10", "PC3", "PC21"]])
    func linesOfAWiringReportInTheirNaturalOrder(names: [String]) throws {
        let lines = [3, 0, 2, 1].map { names[$0] }
        let bench = try Bench(wiring: Wiring(lines.map { .switch($0, line: $0) }))
        bench.unplugChip()
        for line in lines { try bench.flip(line, to: true) }
        let log = log(of: bench)
        bench.plugInChip()
        expectEqual(log.withLock(\.self), names)
    }

    private let bench: Bench<Doorbell.Model>

    init() throws {
        bench = try Bench(sounds: ["chime": .seconds(2)], Doorbell.make)
        _ = bench.takeChanges()
    }

    // MARK: Inputs

    @Test func pressLightsTheLEDsAndPlaysASound() throws {
        try bench.press("bell")
        expectEqual(bench.model.rings, 1)
        expectEqual(bench.now, .milliseconds(80))
        #expect(try bench.led("lamp").isOn)
        expectEqual(try bench.number("rings").number, 1)
        expectEqual(try bench.rgb("mood").color, .green)
        expectEqual(try bench.buzzer("buzzer").pattern, .off)
        expectEqual(bench.lit, ["lamp", "rings.0", "level.0", "level.1", "level.2", "level.3", "level.4"])
        expectEqual(bench.sounds, ["chime"])
        expectEqual(
            bench.takeChanges(),
            [
                .led(name: "lamp", isOn: true), .number(name: "rings", value: 1), .sound(name: "chime"),
            ])
        #expect(bench.takeChanges().isEmpty)
    }

    @Test func twoClicksAreADoubleClick() throws {
        try bench.click("bell", times: 2)
        #expect(bench.takeChanges().contains { $0.description == "buzzer buzzer blinking 2 times" })
    }

    @Test func buttonStaysDownUntilItIsReleased() throws {
        try bench.pushDown("bell")
        bench.advance(by: .seconds(10))
        #expect(bench.takeChanges().contains { $0.description == "relay door on" })
        try bench.release("bell")
        try bench.press("bell")
        expectEqual(bench.model.rings, 2)
    }

    @Test func knobIsTurnedBothWays() throws {
        try bench.turn("volume", by: 3)
        try bench.turn("volume", by: -5)
        expectEqual(bench.model.volume, 3)
        expectEqual(try bench.encoder("volume").position, -2)
        expectEqual(try bench.bar("level").lit, 3)
    }

    @Test func switchIsFlipped() throws {
        try bench.flip("mute")
        #expect(bench.model.isMuted)
        try bench.flip("mute", to: true)
        #expect(bench.model.isMuted)
        try bench.flip("mute")
        #expect(!bench.model.isMuted)
    }

    @Test func sensorIsTriggeredAndReleased() throws {
        try bench.sense("path", true)
        #expect(bench.model.isSomebodyThere)
        try bench.sense("path", false)
        #expect(!bench.model.isSomebodyThere)
        try bench.sense("path")
        #expect(!bench.model.isSomebodyThere)
    }

    // MARK: Outputs

    @Test func benchCanWaitForTheEndOfSounds() throws {
        try bench.press("bell")
        #expect(bench.isSounding)
        #expect(bench.finishSounds())
        expectEqual(bench.now, .seconds(2))
        #expect(!bench.isSounding)
    }

    // MARK: Levels as text

    @Test func inputAndOutputLevelsAreDrawnAsText() throws {
        expectEqual(try bench.play("____-_-------____", on: "bell", drawing: "lamp"), "____-------------")
        expectEqual(bench.model.rings, 1)
    }

    static let drawings: [Row<@Sendable (Bench<Void>) throws -> String, String>] = [
        Row("a buzzer is drawn by its pattern", "-_--_-_") { bench in
            try bench.buzzer("it").set(.sequence("-_--_", each: .milliseconds(10)))
            return try bench.draw("it", for: .milliseconds(70), each: .milliseconds(10))
        },
        Row("an LED is drawn by its brightness", "_37-") { bench in
            try bench.led("it").set(.sequence("_37-", each: .milliseconds(10)))
            return try bench.draw("it", for: .milliseconds(40), each: .milliseconds(10))
        },
        Row("a light of three colours is drawn by its brightest one", "_3-") { bench in
            try bench.rgb("it").set(Color(red: 1, green: 0.5, blue: 0), .sequence("_3-", each: .milliseconds(10)))
            return try bench.draw("it", for: .milliseconds(30), each: .milliseconds(10))
        },
        Row("a bar is drawn by its share of LEDs", "5-_") { bench in
            try [0.5, 1, 0].map { share in
                try bench.bar("it").set(share)
                return try bench.draw("it", for: .milliseconds(1))
            }.joined()
        },
        Row("a servo is drawn by its position in the range", "_3-") { bench in
            let arm = try bench.servo("it")
            return try [-90.0, -30, 90].map { angle in
                arm.set(angle)
                return try bench.draw("it", for: .milliseconds(1))
            }.joined()
        },
    ]

    @Test(arguments: drawings)
    func outputIsDrawnAsText(row: Row<@Sendable (Bench<Void>) throws -> String, String>) throws {
        let drawing = try row.given(Bench())
        expectEqual(drawing, row.expected, sourceLocation: row.place)
    }

    @Test func contactsAndButtonOfAKnobAreDrivenSeparately() throws {
        try bench.play(["volume.a": "_-----__", "volume.b": "___----_"])
        expectEqual(bench.model.volume, 6)
        try bench.play(["volume.a": "___----_", "volume.b": "_-----__"])
        expectEqual(bench.model.volume, 5)
        let button = try #require(bench.encoder("volume").button)
        try bench.play("_-", on: "volume")
        #expect(button.isPressed)
    }

    @Test func turnReportsTheTimeSinceTheLastStep() throws {
        let bench = try Bench(wiring: Wiring(.encoder("volume", a: "GPIO4", b: "GPIO5")))
        let log = Log()
        log.follow(try bench.encoder("volume").turned { steps, pace in "\(steps) \(pace.map { "\($0)" } ?? "-")" })
        try bench.turn("volume", by: 2)
        bench.advance(by: .milliseconds(496))
        try bench.turn("volume", by: -1)
        expectEqual(log.entries, ["1 -", "1 0.004 seconds", "-1 0.5 seconds"])
        bench.unplugChip()
        bench.plugInChip()
        try bench.turn("volume")
        expectEqual(log.entries.last, "1 -")
    }

    @Test func releaseWithALostEdgeIsDetected() throws {
        try bench.play("_--?___", on: "bell")
        bench.advance(by: .milliseconds(100))
        try bench.press("bell")
        expectEqual(bench.model.rings, 2)
    }

    // MARK: Errors

    @Test func errorForAnUnknownNameListsTheKnownOnes() {
        #expect(throws: BoardError.unknownDevice(kind: "button", name: "bel", known: ["bell", "volume"])) {
            try bench.press("bel")
        }
        #expect(throws: BoardError.unknownDevice(kind: "LED", name: "lmap", known: ledNames)) { try bench.led("lmap") }
        #expect(throws: BoardError.unknownDevice(kind: "input", name: "knob", known: inputNames)) {
            try bench.play("--", on: "knob")
        }
        #expect(throws: BenchError.notALevel("x")) { try bench.play("-x-", on: "bell") }
    }

    @Test func unpluggedChipIsReportedAsAnEvent() throws {
        bench.unplugChip()
        expectEqual(bench.model.rings, -1)
        bench.plugInChip()
        expectEqual(bench.model.rings, 0)
        try bench.press("bell")
        expectEqual(bench.model.rings, 1)
    }

    @Test func soundThatCannotBePlayedIsReportedAsAFailure() throws {
        bench.unplugSpeaker()
        try bench.press("bell")
        #expect(bench.sounds.isEmpty)
        expectEqual(bench.failures.count, 2)
        #expect(bench.failures.last?.hasPrefix("cannot play the sound \"chime\"") ?? false)
    }

    @Test func closedBenchIsSilentAndIgnoresInputsAndOutputs() throws {
        try bench.press("bell")
        bench.close()
        bench.close()
        #expect(!bench.isSounding)
        try bench.press("bell")
        expectEqual(bench.model.rings, 1)
        try bench.relay("door").on()
        try bench.bar("level").set(1)
        #expect(try !bench.relay("door").isOn)
        expectEqual(try bench.bar("level").lit, 0)
    }

    private var inputNames: [String] { ["bell", "volume.a", "volume.b", "volume", "mute", "path"] }

    private var ledNames: [String] {
        ["lamp"] + (0..<10).map { "level.\($0)" } + (0..<8).map { "rings.\($0)" }
    }
}
