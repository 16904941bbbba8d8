import CarillonBoard
import CarillonDevices
import CarillonSession
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonSession

/// Sessions with cards as tests, and the reasons of tests that replay their sessions.
@Suite struct CardExportTests {
    private let wiring = try! Wiring(.button("stop", line: "A"), .rfid("cards", chip: "mfrc522 spidev0.0"))

    private func make(on board: Board) throws -> MobiusController<[String], String, Int> {
        let cards = try board.rfid("cards")
        let update: Update<[String], String, Int> = Update { model, event in .next(model.suffix(3) + [event]) }
        return Mobius.loop(update: update, effectHandler: EffectRouter<Int, String>().asConnectable)
            .withEventSource(
                try board.events(
                    board.button("stop").pressed(send: "stop"), cards.present { "card \($0)" },
                    cards.removed(send: "removed"))
            )
            .makeController(from: [], on: board.queue)
    }

    private func session(_ seed: UInt64) throws -> Session {
        try HostileSession(of: wiring, seed: seed, isGentle: true, lasting: .seconds(40), make).session
    }

    private func export(_ session: Session) throws -> (text: String, test: SessionExport.Test) {
        try SessionExport(session, of: SessionProgram(wiring: wiring, make)).file(
            wiring: "wiring", module: "Cards", path: "session.carillon")
    }

    @Test func exportedTestPutsAndRemovesCards() throws {
        let (text, test) = try export(session(2))
        #expect(test.isInWords, "\(test.reason ?? "")")
        expectEqual(test.reason, nil)
        #expect(text.contains("try bench.putCard(\"04a1b2c3\", on: \"cards\")\n"))
        #expect(text.contains("try bench.removeCard(from: \"cards\")\n"))
    }

    /// A reader types a key every few milliseconds.
    @Test(arguments: Reader.Settings.End.allCases)
    func lineOfAReaderIsExportedAsOneAction(_ end: Reader.Settings.End) throws {
        let wiring = try Wiring(.reader("door", device: "Reader") { $0.end = end })
        let ending = ["KEY_ENTER", "KEY_TAB", nil][Reader.Settings.End.allCases.firstIndex(of: end) ?? 0]
        var session = Session(Session.Header())
        var time = Duration.zero
        for keys in [["KEY_1", "KEY_2", "KEY_3"], ["KEY_4", "KEY_5"]] {
            for key in keys + (ending.map { [$0] } ?? []) {
                for change in ["+\(key)", "-\(key)"] {
                    session.entries.append(
                        Session.Entry(time: time, .command(path: "reading:reader/door", payload: change)))
                }
                time += .milliseconds(8)
            }
            time += .milliseconds(500)
        }
        let moves = RecordedActions(session, wiring: wiring).acts.map(\.move)
        expectEqual(moves, [.enter("123"), .enter("45")])
    }

    @Test func pausesWithinALongLineAreSubtractedFromTheNextOne() throws {
        let wiring = try Wiring(.reader("door", device: "Reader") { $0.end = .nothing })
        var session = Session(Session.Header())
        for _ in 0..<200 {
            for change in ["+KEY_A", "-KEY_A"] {
                session.entries.append(
                    Session.Entry(time: .zero, .command(path: "reading:reader/door", payload: change)))
            }
        }
        let script = BenchScript(RecordedActions(session, wiring: wiring), until: .seconds(1), step: .milliseconds(5))
        // The parts have 64 characters.
        let rest = Duration.milliseconds(1000 - 4 * 5 - 250)
        expectEqual(script.words, [.enter(0, String(repeating: "a", count: 200)), .advance(rest)])
    }

    @Test(arguments: [
        ("player:events", "the player"), ("page:led/lamp", "commands of the page"),
        ("led/lamp", "commands of the fleet"),
        ("reading:thermometer/room", "the readings of thermometer room"), ("clock:set", "a clock that is set"),
    ])
    func reasonNamesTheInputsThatTheBenchCannotExpress(path: String, words: String) throws {
        var session = Session(Session.Header())
        session.entries = [
            Session.Entry(time: .zero, .timer(1, missed: 0)),
            Session.Entry(time: .zero, .command(path: path, payload: "")),
            Session.Entry(time: .zero, .command(path: "reading:rfid/cards", payload: "none")),
            Session.Entry(time: .zero, .command(path: path, payload: "")),
        ]
        expectEqual(WordlessInputs(session).reason, "the words of the bench cannot express \(words)")
    }
}
