import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonScheduling
import CarillonSession
import MobiusCore
import SessionTestSupport
import Testing

@testable import CarillonSession

/// Texts in a session become neither code of an exported test nor commands of a terminal.
@Suite struct HostileTextTests {
    /// Calls of `evil`, in all places from which they could become code.
    private static let payloads = [
        "\nevil()", "\revil()", "\r\nevil()", "\u{2028}evil()", "\u{85}evil()", "\u{0}evil()", "\u{1b}]0;evil()\u{7}",
        "\"; evil(); \"", "\\\"; evil(); \"", "\\(evil())", "\\#(evil())", "\"#; evil(); #\"", "\"\"\"\nevil()",
        "*/ evil() /*", "\"\"\"#\nevil()\n#\"\"\"", "\u{202e})(live", "'; evil()", "\"\u{301}; evil(); \"\u{301}",
        "\\u{22}; evil(); \\u{22}", "`evil()`", "\\\r\"; evil()",
    ]

    /// An application whose model is the last event, and its session.
    private struct Repeating {
        let wiring: Wiring
        var session: Session

        /// - Parameter event: An event of another thread at the end, which the words of the bench cannot express.
        init(device: String = "ask", event: String? = nil) throws {
            wiring = try Wiring(.button(device, line: "A"))
            session = Session(Session.Header())
            session = try HostileSession(of: wiring, seed: 1, isGentle: true, lasting: .seconds(2), make).session
            guard let event else { return }
            var text = JSONText()
            text.array { $0.string(event) }
            let end = session.entries.last?.time ?? session.header.start
            session.entries.append(Session.Entry(time: end, .event(loop: 1, run: 0, value: text.bytes)))
        }

        private func make(on board: Board) throws -> MobiusController<[String], [String], Int> {
            let update: Update<[String], [String], Int> = Update { _, event in .next(event) }
            return Mobius.loop(update: update, effectHandler: EffectRouter<Int, [String]>().asConnectable)
                .withEventSource(try board.button(wiring.devices[0].name).pressed(send: ["pressed"]))
                .makeController(from: [], on: board.queue)
        }

        func export(module: String = "Repeating") throws -> (text: String, isInWords: Bool) {
            let program = SessionProgram(wiring: wiring, make)
            let (text, test) = try SessionExport(session, of: program).file(
                wiring: "wiring", module: module, path: "session.carillon")
            return (text, test.isInWords)
        }
    }

    private func checkThatNothingIsCode(of text: String) {
        let tokens = SwiftTokens(text)
        #expect(tokens.isWhole, "\(text)")
        #expect(!tokens.code.contains("evil("), "\(text)")
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable }, "\(text)")
    }

    @Test(arguments: payloads) func valuesOfASessionAreExportedAsLiterals(payload: String) throws {
        let (text, isInWords) = try Repeating(event: payload).export()
        #expect(!isInWords)
        #expect(text.contains("The test replays it: the words of the bench cannot express work of other threads.\n"))
        checkThatNothingIsCode(of: text)
    }

    /// A wiring refuses the other payloads.
    private static let names = payloads.filter { (try? Wiring(.button("ask\($0)", line: "A"))) != nil }

    @Test(arguments: names) func namesOfDevicesAreExportedAsLiterals(payload: String) throws {
        let (text, isInWords) = try Repeating(device: "ask\(payload)").export()
        #expect(isInWords)
        checkThatNothingIsCode(of: text)
    }

    @Test(arguments: payloads) func memoriesAreExportedAsLiterals(payload: String) throws {
        var repeating = try Repeating()
        let texts = [payload, "\"\(payload)", "{\(payload)}", "{\"\(payload)\"}"]
        for (number, text) in texts.enumerated() {
            let parts = Array(text.utf8).memoryParts("m\(number)\(payload.filter { $0 != ":" })")
            repeating.session.entries.insert(
                contentsOf: parts.map { Session.Entry(time: .zero, .memory($0)) }, at: 0)
        }
        let (text, isInWords) = try repeating.export()
        #expect(isInWords)
        checkThatNothingIsCode(of: text)
    }

    @Test(arguments: payloads) func headerOfASessionIsExportedAsComments(payload: String) throws {
        var repeating = try Repeating()
        repeating.session.header.program = "3\(payload)"
        repeating.session.header.board = payload
        checkThatNothingIsCode(of: try repeating.export().text)
    }

    @Test(arguments: [
        ("two-words", "TwoWords"), ("radio80s", "Radio80s"), ("mp3-box-2", "MP3Box2"), ("counter", "counter"),
    ])
    func exportedTestImportsTheModuleOfTheProgram(program: String, module: String) throws {
        var repeating = try Repeating()
        repeating.session.header.program = program
        let text = try repeating.export(module: module).text
        let name = module.prefix(1).uppercased() + module.dropFirst()
        #expect(text.contains("@testable import \(module)\n"))
        #expect(text.contains("@Suite struct \(name)SessionTests {\n"))
        #expect(text.contains(", make\(name))\n"))
        #expect(text.contains("recorded by \(program) on"))
    }

    @Test(arguments: ["counter\r1", "\u{1b}[2J", "pi\u{85}", "a\u{2028}b", "\u{202e}"])
    func sessionWithControlCharactersInItsHeaderIsRefused(value: String) throws {
        let changes: [(inout Session.Header) -> Void] = [
            { $0.program = "VALUE" }, { $0.version = "VALUE" }, { $0.board = "VALUE" }, { $0.wiring = "VALUE" },
            { $0.inputs = ["button a", "VALUE"] },
        ]
        for change in changes {
            var header = Session.Header()
            change(&header)
            // Carillon itself writes no such header.
            let text = header.text.replacing("VALUE", with: value)
            let key = SessionBlock.Key(session: 7, kind: .header, number: 0)
            let block = SessionBlock(key, start: .zero, previousLength: 0, payload: Array(text.utf8))
            let session = SessionFile(block.bytes(size: SessionBlock.size)).session(7)
            #expect(session.header != nil)
            #expect(throws: SessionError.controlCharacters(session: 7)) { try session.replayable() }
        }
    }
}
