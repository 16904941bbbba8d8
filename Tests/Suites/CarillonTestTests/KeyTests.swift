import CarillonDevices
import CarillonGPIO
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Keypads and readers on the bench.
@Suite struct KeyTests {
    private let log = Log()

    // MARK: Readers with other ends

    @Test(arguments: Reader.Settings.End.allCases) func lineEndsWithTheKeyOfTheWiring(end: Reader.Settings.End) throws {
        let bench = try Bench(wiring: Wiring(.reader("door", device: "Reader") { $0.end = end }))
        log.follow(try bench.reader("door").line { $0 })
        // A part of the long line is the name of a key.
        let long = String(repeating: "a", count: 64) + "KEY_1" + String(repeating: "B", count: 400)
        for text in ["0012", "34", long] { try bench.enter(text, at: "door") }
        expectEqual(log.entries, ["0012", "34", long])
        bench.advance(by: .seconds(10))
        expectEqual(bench.failures, [])
    }

    @Test func lineWithAnotherEndIsReported() throws {
        let bench = try Bench(wiring: Wiring(.reader("door", device: "Reader") { $0.end = .tab }))
        let door = try bench.reader("door")
        log.follow(door.line { $0 })
        bench.board.queue.sync { _ = bench.chip.operate(.keys(.named("Reader")), "0012\n") }
        bench.advance(by: .milliseconds(999))
        expectEqual(bench.failures, [])
        bench.advance(by: .milliseconds(1))
        expectEqual(
            bench.failures,
            [
                "reader \"door\": a line was lost, because its end did not follow within 1 s; set ends in the wiring"
            ])
        try bench.enter("34", at: "door")
        expectEqual(log.entries, ["34"])
    }

    @Test func lineOfAnUnpluggedReaderIsReportedAsLost() throws {
        let bench = try Bench(wiring: Wiring(.reader("door", device: "Reader")))
        log.follow(try bench.reader("door").line { $0 })
        bench.board.queue.sync { _ = bench.chip.operate(.keys(.named("Reader")), "0012") }
        try bench.unplug("door")
        bench.advance(by: .seconds(10))
        expectEqual(bench.failures.count, 2, "\(bench.failures)")
        expectEqual(bench.failures.last?.contains("a line was lost, because keys did not arrive"), true)
        try bench.plugIn("door")
        try bench.enter("34", at: "door")
        expectEqual(log.entries, ["34"])
    }

    // MARK: Keypads

    @Test func keypadTypesCharacters() throws {
        let bench = try Bench()
        log.follow(try bench.keypad("door").typed { "\($0)" })
        try bench.enter("12#A", at: "door")
        expectEqual(log.entries, ["1", "2", "#", "A"])
    }

    @Test func keyIsPressedAndReleased() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        log.follow(try remote.pressed("KEY_OK", send: "ok"))
        log.follow(try remote.released("KEY_OK", send: "released"))
        log.follow(remote.pressed { $0.name })
        try bench.enter("KEY_OK", at: "remote")
        try bench.enter("+KEY_UP", at: "remote")
        expectEqual(try bench.text("remote"), "KEY_UP")
        try bench.enter("-KEY_UP", at: "remote")
        expectEqual(log.entries, ["ok", "KEY_OK", "released", "KEY_UP"])
        expectEqual(try bench.text("remote")?.isEmpty, true)
    }

    @Test func unknownKeyIsReported() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        #expect(throws: KeyInputError.noKey(name: "KEY_ONE")) { try remote.pressed("KEY_ONE", send: "one") }
        #expect(throws: BoardError.self) { try bench.enter("1", at: "nothing") }
    }

    @Test func rightKeyIsSuggestedForAMisspeltOne() {
        for (name, hint) in [
            ("KEY_PLAYPUASE", "did you mean \"KEY_PLAYPAUSE\"?"), ("volume-up", "did you mean \"KEY_VOLUMEUP\"?"),
            ("KEY_FIFTY", "linux/input-event-codes.h lists them, such as KEY_1"),
        ] {
            expectEqual("\(KeyInputError.noKey(name: name))", "no key is called \"\(name)\"; \(hint)")
        }
    }

    @Test func keyThatIsDownAtTheStartIsNotReportedAsPressed() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        try bench.enter("+KEY_UP", at: "remote")
        log.follow(remote.pressed { $0.name })
        expectEqual(log.entries, [])
        expectEqual(remote.keysDown, [KeyCode(103)])
    }

    @Test func keyIsReleasedWhenItsDeviceIsUnplugged() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        log.follow(remote.pressed { $0.name })
        log.follow(try remote.released("KEY_UP", send: "released"))
        try bench.enter("+KEY_UP", at: "remote")
        try bench.unplug("remote")
        expectEqual(log.entries, ["KEY_UP", "released"])
        try bench.enter("KEY_DOWN", at: "remote")
        try bench.plugIn("remote")
        try bench.enter("KEY_LEFT", at: "remote")
        expectEqual(log.entries, ["KEY_UP", "released", "KEY_LEFT"])
        // One notice, then silence.
        expectEqual(bench.failures, ["the input device \"remote\" has gone away; it resumes when it is back"])
    }

    // MARK: Readers

    @Test func cardIsReadAsALine() throws {
        let bench = try Bench()
        log.follow(try bench.reader("door").line { $0 })
        try bench.enter("0012345678", at: "door")
        try bench.enter("https://example.org/?a=B", at: "door")
        expectEqual(log.entries, ["0012345678", "https://example.org/?a=B"])
        expectEqual(try bench.reader("door").lastLine, "https://example.org/?a=B")
    }

    @Test func longTextWithACharacterThatNoKeyTypesHasNoEffect() throws {
        let bench = try Bench()
        log.follow(try bench.reader("door").line { $0 })
        let text = String(repeating: "a", count: 100) + "\u{1}\u{1}" + String(repeating: "a", count: 100)
        try bench.enter(text, at: "door")
        expectEqual(bench.failures.count, 1)
        try bench.enter("6", at: "door")
        expectEqual(log.entries, ["6"])
    }

    @Test func readerUnpluggedWhileItTypesReportsNoLine() throws {
        let bench = try Bench()
        let reader = try bench.reader("door")
        log.follow(reader.line { $0 })
        bench.type("0012", on: "door")
        try bench.unplug("door")
        try bench.plugIn("door")
        bench.type("345\n", on: "door")
        expectEqual(log.entries, [])
        try bench.enter("6", at: "door")
        expectEqual(log.entries, ["6"])
    }

    @Test func twoDevicesCannotShareAnInputDevice() throws {
        #expect(throws: KeyInputError.inUse(.named("pad"))) {
            try Bench(wiring: Wiring(.keypad("one", device: "pad"), .reader("two", device: "pad")))
        }
    }
}

extension Bench {
    /// Types on the keys of an improvised device, without Enter at the end.
    fileprivate func type(_ text: String, on device: String) {
        board.queue.sync { _ = chip.operate(.keys(.named(device)), text) }
    }
}
