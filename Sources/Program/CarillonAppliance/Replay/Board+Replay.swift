import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonOutlet
import CarillonSession
import MobiusCore

extension Board {
    /// Replays a session if an option requests it: compares the program with it, or writes it as a test.
    ///
    /// - Parameters:
    ///   - options: The options of the program.
    ///   - name: The name of the wiring that comes with the program.
    ///   - module: The program's module, which a test imports.
    ///   - kinds: The application's own kinds of devices.
    ///   - console: Shows the result.
    ///   - makeController: Returns the application's controller.
    /// - Returns: The exit status, which is 1 if the program differs from the session; nil without such an option.
    /// - Throws: The errors of the file, of the wiring and of the application; `SessionDivergence` if a program that is to
    ///   write a test differs from the session.
    static func replay<Model, Event, Effect>(
        _ options: ProgramOptions, wiringName name: String, module: String, kinds: [any Device.Type],
        console: Console,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws -> Int32? {
        guard let path = options["replay"] ?? options["export"] else { return nil }
        let session = try SessionFile.session(at: path).replayable()
        let wiring =
            try options["wiring"].map { try Wiring.file($0, kinds: kinds) }
            ?? .text(session.header.wiringText, name: session.header.wiring, kinds: kinds)
        return try withoutActuallyEscaping(makeController) { makeController in
            let program = SessionProgram(wiring: wiring, makeController)
            guard !options.has("export") else {
                let progress = ReplayProgress(of: session, console: console)
                let export = try SessionExport(
                    session, of: program, while: progress.hasTime, progress: progress.report)
                let own = kinds.isEmpty ? "" : ", kinds: [\(kinds.map { "\($0).self" }.joined(separator: ", "))]"
                let (text, test) = try export.file(
                    wiring: name.debugDescription + own, module: module, path: path)
                if let reason = test.reason { console.notice("the test replays the session: \(reason)", .info) }
                console.show(text)
                return 0
            }
            return try compare(program, with: session, console: console)
        }
    }

    private static func compare(_ program: SessionProgram, with session: Session, console: Console) throws -> Int32 {
        let outcome = try program.replay(
            session, progress: ReplayProgress(of: session, console: console).report)
        if let divergence = outcome.divergence {
            console.show("\(divergence)")
            return 1
        }
        let (inputs, events) = (session.entries.count, outcome.eventLog.count { $0.number ?? 0 > 0 })
        let fields = [("new", outcome.addedFields), ("no longer", outcome.removedFields)].map { word, fields in
            fields.isEmpty ? "" : "; \(word) in the model: \(fields.joined(separator: ", "))"
        }
        console.show(
            "\(inputs) inputs and \(events) events in \(outcome.duration.inWords): no difference\(fields.joined())"
                .printable)
        return 0
    }
}
