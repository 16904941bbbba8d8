import CarillonTest
import Testing

@Suite struct BenchTests {
    private let bench: Bench<Doorbell.Model>

    init() throws {
        bench = try Bench(sounds: ["chime": .seconds(2)], Doorbell.make)
        _ = bench.takeChanges()
    }

    // MARK: Inputs

    @Test func pressIsAPress() throws {
        try bench.press("bell")
        #expect(bench.model.rings == 1)
        #expect(bench.now == .milliseconds(80))
    }

    @Test func longPressIsAHold() throws {
        try bench.press("bell", for: .milliseconds(999))
        #expect(try !bench.relay("door").isOn)
        try bench.hold("bell")
        #expect(try bench.relay("door").isOn)
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
        #expect(bench.model.rings == 2)
    }

    @Test func knobIsTurnedBothWays() throws {
        try bench.turn("volume", by: 3)
        try bench.turn("volume", by: -5)
        #expect(bench.model.volume == 3)
        #expect(try bench.bar("level").lit == 3)
    }

    @Test func switchIsFlipped() throws {
        try bench.flip("mute")
        #expect(bench.model.isMuted)
        try bench.flip("mute", to: true)
        #expect(bench.model.isMuted)
        try bench.flip("mute")
        #expect(!bench.model.isMuted)
    }

    @Test func sensorSeesSomething() throws {
        try bench.sense("path", true)
        #expect(bench.model.isSomebodyThere)
        try bench.sense("path", false)
        #expect(!bench.model.isSomebodyThere)
        try bench.sense("path")
        #expect(!bench.model.isSomebodyThere)
    }

    @Test func eachInputCanBeAsked() throws {
        try bench.pushDown("bell")
        try bench.flip("mute")
        try bench.sense("path", true)
        try bench.turn("volume", by: 2)
        #expect(try bench.button("bell").isPressed)
        #expect(try bench.switch("mute").isOn)
        #expect(try bench.sensor("path").isDetecting)
        #expect(try bench.encoder("volume").position == 2)
    }

    // MARK: Outputs

    @Test func visibleAndAudibleChangesAreInOrder() throws {
        try bench.press("bell")
        #expect(
            bench.takeChanges() == [
                .led(name: "lamp", isOn: true), .number(name: "rings", value: 1), .sound(name: "chime"),
            ])
        #expect(bench.takeChanges().isEmpty)
    }

    @Test func eachOutputCanBeAsked() throws {
        try bench.press("bell")
        #expect(try bench.led("lamp").isOn)
        #expect(try bench.number("rings").number == 1)
        #expect(try bench.rgb("mood").color == .green)
        #expect(try bench.buzzer("buzzer").pattern == .off)
        #expect(bench.lit == ["lamp", "rings.0", "level.0", "level.1", "level.2", "level.3", "level.4"])
        #expect(bench.sounds == ["chime"])
    }

    @Test func soundLastsAsLongAsTheTestSays() throws {
        try bench.press("bell")
        bench.advance(by: .milliseconds(1919))
        #expect(bench.isSounding)
        bench.advance(by: .milliseconds(1))
        #expect(!bench.isSounding)
    }

    @Test func soundsCanBeWaitedFor() throws {
        try bench.press("bell")
        #expect(bench.finishSounds())
        #expect(bench.now == .seconds(2))
    }

    // MARK: Levels as text

    @Test func levelsAreDrawnInAndOut() throws {
        #expect(try bench.play("____-_-------____", on: "bell", drawing: "lamp") == "____-------------")
        #expect(bench.model.rings == 1)
    }

    @Test func patternCanBeDrawn() throws {
        try bench.click("bell", times: 2)
        try bench.buzzer("buzzer").play(.sequence("-_--_", each: .milliseconds(10)))
        #expect(try bench.draw("buzzer", for: .milliseconds(70), each: .milliseconds(10)) == "-_--_-_")
        try bench.led("lamp").show(.sequence("_37-", each: .milliseconds(10)))
        #expect(try bench.draw("lamp", for: .milliseconds(40), each: .milliseconds(10)) == "_37-")
    }

    @Test func contactsOfAKnobAreDrivenByThemselves() throws {
        try bench.play(["volume.a": "_-----__", "volume.b": "___----_"])
        #expect(bench.model.volume == 6)
        try bench.play(["volume.a": "___----_", "volume.b": "_-----__"])
        #expect(bench.model.volume == 5)
    }

    @Test func knobsButtonIsDrivenByTheKnobsName() throws {
        let button = try #require(bench.encoder("volume").button)
        try bench.play("_-", on: "volume")
        #expect(button.isPressed)
    }

    @Test func lightOfThreeColoursIsDrawnByItsBrightestOne() throws {
        try bench.rgb("mood").show(Color(red: 1, green: 0.5, blue: 0), .sequence("_3-", each: .milliseconds(10)))
        #expect(try bench.draw("mood", for: .milliseconds(30), each: .milliseconds(10)) == "_3-")
    }

    @Test func barIsDrawnByItsShareOfLEDs() throws {
        #expect(try bench.draw("level", for: .milliseconds(1)) == "5")
        try bench.bar("level").show(1)
        #expect(try bench.draw("level", for: .milliseconds(1)) == "-")
        try bench.bar("level").show(0)
        #expect(try bench.draw("level", for: .milliseconds(1)) == "_")
    }

    @Test func severalInputsAreDrivenAtOnce() throws {
        try bench.play(["mute": "_--", "path": "__-", "bell": "---"])
        #expect(bench.model == .init(rings: 1, volume: 5, isMuted: true, isSomebodyThere: true))
    }

    @Test func releaseWhoseEdgeIsLostIsFoundAllTheSame() throws {
        try bench.play("_--?___", on: "bell")
        bench.advance(by: .milliseconds(100))
        try bench.press("bell")
        #expect(bench.model.rings == 2)
    }

    // MARK: Errors

    @Test func typoListsTheNamesThereAre() {
        #expect(throws: BoardError.unknownDevice(kind: "button", name: "bel", known: ["bell", "volume"])) {
            try bench.press("bel")
        }
        #expect(throws: BoardError.unknownDevice(kind: "LED", name: "lmap", known: ledNames)) { try bench.led("lmap") }
        #expect(throws: BoardError.unknownDevice(kind: "input", name: "knob", known: inputNames)) {
            try bench.play("--", on: "knob")
        }
        #expect(throws: BenchError.notALevel("x")) { try bench.play("-x-", on: "bell") }
    }

    @Test func chipThatGoesAwayIsAnEvent() throws {
        bench.unplugChip()
        #expect(bench.model.rings == -1)
        bench.plugInChip()
        #expect(bench.model.rings == 0)
        try bench.press("bell")
        #expect(bench.model.rings == 1)
    }

    @Test func soundThatCannotBePlayedIsAFailure() throws {
        bench.unplugSpeaker()
        try bench.press("bell")
        #expect(bench.sounds.isEmpty)
        #expect(bench.failures.count == 2)
        #expect(bench.failures.last?.hasPrefix("cannot play the sound \"chime\"") ?? false)
    }

    @Test func closedBenchIsSilentAndDoesNothingMore() throws {
        try bench.press("bell")
        bench.close()
        bench.close()
        #expect(!bench.isSounding)
        try bench.press("bell")
        #expect(bench.model.rings == 1)
    }

    private var inputNames: [String] { ["bell", "volume.a", "volume.b", "volume", "mute", "path"] }

    private var ledNames: [String] {
        ["lamp"] + (0..<10).map { "level.\($0)" } + (0..<8).map { "rings.\($0)" }
    }
}
