import CarillonBoard
import CarillonDevices
import CarillonSession
import MobiusCore

extension Board {
    /// Replays a session with the program, on a simulated board in virtual time.
    ///
    /// - Parameters:
    ///   - path: The file of the session.
    ///   - wiring: The devices; nil for those of the session.
    ///   - console: Shows the result.
    /// - Returns: The exit status: 1 if the program differs from the session.
    /// - Throws: The errors of the file, of the wiring and of the application.
    static func replay<Model, Event, Effect>(
        _ path: String, wiring: String?, console: Console,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws -> Int32 {
        try with(path, wiring: wiring, makeController) { session, program in
            let outcome = try program.replay(session)
            if let divergence = outcome.divergence {
                console.show("\(divergence)")
                return 1
            }
            let (inputs, events) = (session.entries.count, outcome.story.count { $0.numbered?.number ?? 0 > 0 })
            console.show("\(inputs) inputs and \(events) events in \(outcome.duration): no difference")
            return 0
        }
    }

    /// Shows a session as a test in the words of the bench. The program confirms that it tells the same story.
    ///
    /// - Parameters:
    ///   - path: The file of the session.
    ///   - name: The name of the wiring that comes with the program.
    ///   - wiring: The devices; nil for those of the session.
    ///   - sourceFile: The source file that calls `Board.run`.
    ///   - console: Shows the test.
    /// - Throws: The errors of the file, of the wiring and of the application; `SessionDivergence` if the program differs
    ///   from the session.
    static func export<Model, Event, Effect>(
        _ path: String, wiringName name: String, wiring: String?, sourceFile: String, console: Console,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        // Without the source, the reader of the test completes the name of the function.
        let source = (try? FileContents.read(sourceFile, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
        try with(path, wiring: wiring, makeController) { session, program in
            let export = try SessionExport(session, of: program)
            console.show(try export.file(wiring: name.debugDescription, source: source ?? "", path: path).text)
        }
    }

    private static func with<Model, Event, Effect, Result>(
        _ path: String, wiring: String?, _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>,
        _ body: (Session, SessionProgram) throws -> Result
    ) throws -> Result {
        let session = try SessionFile(path: path).session(numbered: nil).replayable()
        let wiring = try wiring.map(Wiring.file) ?? .text(session.header.wiringText, name: session.header.wiring)
        return try withoutActuallyEscaping(makeController) { makeController in
            try body(session, SessionProgram(wiring: wiring, makeController))
        }
    }
}
