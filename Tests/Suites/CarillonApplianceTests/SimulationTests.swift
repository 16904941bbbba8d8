import CarillonDevices
import CarillonGPIO
import CarillonOutlet
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

@Suite struct ScriptTests {
    static let scripts: [Row<[String], [String]>] = [
        Row("each line names a button", ["plus\nminus\n"], ["plus", "minus"]),
        Row("a line may come in pieces", ["pl", "us\nmi", "nus", "\n"], ["plus", "minus"]),
        Row("the last line needs no end", ["plus\nminus"], ["plus", "minus"]),
        Row("blank lines and spaces do not matter", ["\n  plus \r\n\n\tminus\n\n"], ["plus", "minus"]),
    ]

    @Test(arguments: scripts) func scriptIsReadLineByLine(row: Row<[String], [String]>) throws {
        let names = try names(in: row.given)
        expectEqual(names, row.expected, sourceLocation: row.place)
    }

    @Test func unknownButtonIsReportedWithLineNumber() throws {
        var script = try script()
        script.take(Array("plus\n\nhorn\nminus\n".utf8)[...])
        expectEqual(try script.next()?.control?.device, "plus")
        let error = expectError(UsageError.self) { try script.next() }
        expectEqual(error?.description, "standard input:3: no button \"horn\"; expected one of: plus, minus")
    }

    @Test func longTextWithoutALineFeedIsRefused() throws {
        var script = try script()
        script.take(Array(repeating: UInt8(ascii: "x"), count: 100_000)[...])
        #expect(throws: UsageError.self) { try script.next() }
    }

    private static let house = """
        buttons: {plus: GPIO2, Küche oben: GPIO6}
        switches: {armed: GPIO7}
        sensors: {motion: GPIO3}
        encoders: {volume: {a: GPIO4, b: GPIO5}}
        rfids: {cards: pn532 i2c-1}
        thermometers: {room: lm75 i2c-1}
        """

    /// Reads a line of a script on a board with each kind of control.
    private func action(_ line: String) throws -> SimulatedAction? {
        var script = Script(try .text(Self.house, name: "house.yaml"))
        script.take(Array("plus\n\n\(line)\n".utf8)[...])
        _ = try script.next()
        return try script.next()
    }

    @Test(arguments: [
        ("wait", #"invalid time ""; use a number and its unit (us, ms, s, min or h); for example, wait 500 ms"#),
        ("wait 5", #"invalid time "5"; use a number and its unit (us, ms, s, min or h); for example, wait 500 ms"#),
        (
            "hold plus long",
            #"invalid time "long"; use a number and its unit (us, ms, s, min or h); for example, hold plus 3 s"#
        ),
        ("enter motion 3", #""enter" does not apply to sensor "motion"; for example, motion on or motion off"#),
        ("press motion", #""press" does not apply to sensor "motion"; for example, motion on or motion off"#),
        ("turn plus", #""turn" does not apply to button "plus"; for example, press plus"#),
        ("unplug plus", #""unplug" does not apply to button "plus"; for example, press plus"#),
        ("plus on", #""on" does not apply to button "plus"; for example, press plus"#),
        ("plus now", #""now" does not apply to button "plus"; for example, press plus"#),
        ("press plus now", #"unexpected "now"; for example, press plus"#),
        ("press", #"press needs the name of an input; for example, press plus"#),
        ("turn", #"turn needs the name of an input; for example, turn volume"#),
        ("enter", #"enter needs the name of an input; for example, enter room"#),
        ("press horn", #"no input "horn"; expected one of: plus, Küche oben, volume, armed, motion, room, cards"#),
        ("click plus 0", #"invalid number "0"; use 1 to 1000; for example, click plus 2"#),
        ("armed maybe", #""maybe" does not apply to switch "armed"; for example, armed on or armed off"#),
        ("click plus often", #"invalid number "often"; use 1 to 1000; for example, click plus 2"#),
        ("turn volume 0x3", #"invalid number "0x3"; use -1000 to 1000; for example, turn volume -3"#),
        ("press pluss", #"no input "pluss"; did you mean "plus"?"#),
        ("motoin", #"no input "motoin"; did you mean "motion"?"#),
        ("clock", #"invalid time ""; for example, clock 06:59 or clock 2026-03-28 22:00"#),
        ("clock 25:00", #"invalid time "25:00"; for example, clock 06:59 or clock 2026-03-28 22:00"#),
        ("horn", #"no input "horn"; expected one of: plus, Küche oben, volume, armed, motion, room, cards"#),
    ])
    func mistakeIsReportedWithItsLineAndAnExample(line: String, message: String) throws {
        let error = expectError(UsageError.self) { try action(line) }
        expectEqual(error?.description, "standard input:3: \(message)")
    }

    @Test(arguments: ["press Küche oben", "Küche oben", "hold Küche oben 3 s", "click Küche oben 2", "hold Küche oben"])
    func nameMayContainBlanks(line: String) throws {
        expectEqual(try action(line)?.control?.device, "Küche oben")
    }

    @Test func clockIsSetToATimeOrADate() throws {
        for time in ["06:59", "06:59:30", "2026-03-28 22:00"] {
            let action = try action("clock \(time)")
            let isSet = if case .setClock(time)? = action { true } else { false }
            #expect(isSet)
        }
    }

    @Test func textThatADeviceRefusesIsReportedWithTheReasonAndExamples() throws {
        let script = Script(try .text(Self.house, name: "house.yaml"))
        let action = try #require(try action("enter cards xyz"))
        let error = script.error(UnusableText(text: "xyz"), of: action, line: 7)
        expectEqual(
            error.description,
            #"standard input:7: RFID reader "cards" does not take "xyz", but the 8, 14 or 20 "#
                + "hexadecimal digits of a card, or none, which takes the card away; for example, "
                + "enter cards 04a1b2c3 or enter cards none")
        expectEqual(
            script.error(UnusedDevice(), of: action, line: 1).description,
            #"standard input:1: the program does not use RFID reader "cards", so nothing operates it"#)
    }

    private func script() throws -> Script {
        Script(try Wiring(.button("plus", line: "GPIO2"), .button("minus", line: "GPIO3")))
    }

    private func names(in pieces: [String]) throws -> [String] {
        var script = try script()
        for piece in pieces { script.take(Array(piece.utf8)[...]) }
        script.end()
        var names: [String] = []
        while let act = try script.next() { names.append(act.control?.device ?? "") }
        return names
    }
}

@Suite struct SimulatedHandTests {
    @Test func errorOfAnActionIsReportedToItsCaller() throws {
        let time = VirtualTime()
        let chip = SimulatedChip(lineNames: [], time: time)
        let others = Mutex(0)
        let user = SimulatedUser(chip: chip, queue: time) { error in if error != nil { others.withLock { $0 += 1 } } }
        let wiring = try Wiring.text("rfids: {cards: pn532 i2c-1}", name: "w.yaml")
        let cards = try #require(SimulatedControls(wiring).find("cards"))
        let errors = Mutex<[String]>([])
        for action in [SimulatedAction.enter(cards, "04a1b2c3"), .setPresence(cards, false)] {
            user.perform(action) { error in errors.withLock { $0.append("\(error)") } }
        }
        time.advance(by: .seconds(10))
        expectEqual(errors.withLock { $0 }, Array(repeating: "the program does not use the device", count: 2))
        expectEqual(others.withLock { $0 }, 0)
    }

    @Test func clockIsSetAfterEarlierActions() throws {
        let time = VirtualTime()
        let settings = Mutex<[String]>([])
        let user = SimulatedUser(
            chip: SimulatedChip(lineNames: [], time: time), queue: time,
            setClock: { text in settings.withLock { $0.append("\(text) after \(time.now)") } }, didMove: { _ in })
        user.perform(.wait(.seconds(2)))
        user.perform(.setClock("06:59"))
        time.advance(by: .seconds(3))
        expectEqual(settings.withLock { $0 }, ["06:59 after 2.0 seconds"])
    }

    @Test func buttonsArePressedInTurnForLongerThanTheirDebounceTime() throws {
        let time = VirtualTime()
        let chip = SimulatedChip(lineNames: ["GPIO2", "GPIO3"], time: time)
        let edges = Mutex<[String]>([])
        for name in chip.lineNames {
            try chip.requestInput(name, settings: InputSettings()).watch { edge in
                let edge = try! edge.get()
                edges.withLock {
                    $0.append("\(name) \(edge.level) \(edge.time.components.attoseconds / 1_000_000_000_000_000)")
                }
            }
        }
        let user = SimulatedUser(chip: chip, queue: time) { error in #expect(error == nil) }
        let buttons = SimulatedControls(
            try Wiring(
                .button("plus", line: "GPIO2") { $0.debounce = .milliseconds(5) },
                .button("minus", line: "GPIO3") { $0.debounce = .milliseconds(5) }))
        user.perform(.click(try #require(buttons.find("plus")), times: 1))
        user.perform(.click(try #require(buttons.find("minus")), times: 1))
        let isDone = Mutex(false)
        user.whenDone { isDone.withLock { $0 = true } }
        time.advance(by: .milliseconds(39))
        #expect(!isDone.withLock { $0 })
        time.advance(by: .milliseconds(1))
        #expect(isDone.withLock { $0 })
        expectEqual(
            edges.withLock { $0 },
            [
                "GPIO2 active 0", "GPIO2 inactive 10", "GPIO3 active 20", "GPIO3 inactive 30",
            ])
    }
}
