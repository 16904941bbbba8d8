import CarillonBoard
import CarillonDevices
import CarillonSession
import MobiusCore

/// The session of a gentle hand as a test.
package struct ExportedTest {
    package let text: String
    /// The number of lines between the making of the bench and the expectations.
    package let lineCount: Int
    /// The number of the hand's acts.
    package let actCount: Int
    package let isInWords: Bool

    /// - Parameter prepare: Called with the board of the session, before the application is made.
    package init<Model, Event, Effect>(
        _ program: String, wiring: (code: String, devices: Wiring), seed: UInt64, _ duration: Duration,
        preparing prepare: (Board) -> Void = { _ in },
        _ makeController: @escaping (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        var session = try HostileSession(of: wiring.devices, seed: seed, isGentle: true, lasting: duration) { board in
            prepare(board)
            return try makeController(board)
        }.session
        (session.header.program, session.header.board) = (program, "a bench")
        let export = try SessionExport(session, of: SessionProgram(wiring: wiring.devices, makeController))
        let test: SessionExport.Test
        (text, test) = try export.file(wiring: wiring.code, module: program, path: "session.carillon")
        lineCount = test.lines.count { !$0.contains("#expect") } - 1
        (actCount, isInWords) = (test.actCount, test.isInWords)
    }
}
