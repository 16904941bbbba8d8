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
        let session = try SessionFile(path: path).session(numbered: nil).replayable()
        let wiring = try wiring.map(Wiring.file) ?? .text(session.header.wiringText, name: session.header.wiring)
        return try withoutActuallyEscaping(makeController) { makeController in
            let program = SessionProgram(wiring: wiring, makeController)
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
}
