import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Keypads and readers on the bench.
@Suite struct KeyTests {
    private let log = Log()

    // MARK: Keypads

    @Test func keypadTypesCharacters() throws {
        let bench = try Bench()
        log.follow(try bench.keypad("door").typed { "\($0)" })
        try bench.enter("12#A", at: "door")
        #expect(log.entries == ["1", "2", "#", "A"])
    }

    @Test func keyIsPressedAndReleased() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        log.follow(try remote.pressed("KEY_OK", "ok"))
        log.follow(try remote.released("KEY_OK", "released"))
        log.follow(remote.pressed { $0.name })
        try bench.enter("KEY_OK", at: "remote")
        try bench.enter("+KEY_UP", at: "remote")
        #expect(try bench.text("remote") == "KEY_UP")
        try bench.enter("-KEY_UP", at: "remote")
        #expect(log.entries == ["ok", "KEY_OK", "released", "KEY_UP"])
        #expect(try bench.text("remote")?.isEmpty == true)
    }

    @Test func unknownKeyIsAnError() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        #expect(throws: KeyInputError.noKey(name: "KEY_ONE")) { try remote.pressed("KEY_ONE", "one") }
        #expect(throws: BoardError.self) { try bench.enter("1", at: "nothing") }
        try bench.enter("KEY_ONE", at: "remote")
        #expect(bench.failures == ["the device does not take \"KEY_ONE\""])
    }

    @Test func keyThatIsDownAtTheStartIsNotPressed() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        try bench.enter("+KEY_UP", at: "remote")
        log.follow(remote.pressed { $0.name })
        #expect(log.entries == [])
        #expect(remote.keysDown == [KeyCode(103)])
    }

    @Test func keyIsReleasedWhileItsDeviceIsAway() throws {
        let bench = try Bench()
        let remote = try bench.keypad("remote")
        log.follow(remote.pressed { $0.name })
        log.follow(try remote.released("KEY_UP", "released"))
        try bench.enter("+KEY_UP", at: "remote")
        try bench.unplug("remote")
        #expect(log.entries == ["KEY_UP", "released"])
        try bench.enter("KEY_DOWN", at: "remote")
        try bench.plugIn("remote")
        try bench.enter("KEY_LEFT", at: "remote")
        #expect(log.entries == ["KEY_UP", "released", "KEY_LEFT"])
        // One notice, then silence.
        #expect(bench.failures == ["the input device \"remote\" has gone away; it resumes when it is back"])
    }

    // MARK: Readers

    @Test func cardIsALine() throws {
        let bench = try Bench()
        log.follow(try bench.reader("door").line { $0 })
        try bench.enter("0012345678", at: "door")
        try bench.enter("https://example.org/?a=B", at: "door")
        #expect(log.entries == ["0012345678", "https://example.org/?a=B"])
        #expect(try bench.reader("door").lastLine == "https://example.org/?a=B")
    }

    @Test func readerThatGoesAwayWhileItTypesReadsNothing() throws {
        let bench = try Bench()
        let reader = try bench.reader("door")
        log.follow(reader.line { $0 })
        bench.type("0012", on: "door")
        try bench.unplug("door")
        try bench.plugIn("door")
        bench.type("345\n", on: "door")
        #expect(log.entries == [])
        try bench.enter("6", at: "door")
        #expect(log.entries == ["6"])
    }

    @Test func twoDevicesCannotShareAnInputDevice() throws {
        #expect(throws: KeyInputError.inUse(.named("pad"))) {
            try Bench(wiring: Wiring(.keypad("one", device: "pad"), .reader("two", device: "pad")))
        }
    }

    @Test func fleetSeesTheCard() throws {
        let bench = try Bench(fleet: .homeAssistant) { board in
            Mobius.loop(
                update: { (model: Int, _: String) in Next<Int, Bool>.next(model + 1) },
                effectHandler: EffectRouter<Bool, String>().asConnectable
            )
            .withEventSource(try board.reader("door").line { $0 })
            .makeController(from: 0, on: board.queue)
        }
        try bench.enter("0012345678", at: "door")
        #expect(bench.model == 1)
        #expect(bench.broker["reader/door"] == "0012345678")
    }
}

extension Bench {
    /// Types on the keys of an improvised device, without Enter at the end.
    fileprivate func type(_ text: String, on device: String) {
        board.queue.sync { _ = chip.operate(.keys(.named(device)), text) }
    }
}
