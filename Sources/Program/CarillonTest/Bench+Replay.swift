import CarillonBoard
import CarillonFleet
import CarillonScheduling
import CarillonSession
import MobiusCore

@_exported import struct CarillonSession.SessionDivergence

/// Replays of recorded sessions.
///
///     @Test func onMondayItStoppedCounting() throws {
///         let bench = try Bench(replaying: "Sessions/monday.carillon", wiring: "counter", makeCounter)
///         #expect(bench.divergence == nil)
///         #expect(bench.model == 3)
///         try bench.press("plus")
///         #expect(bench.model == 4)
///     }
///
/// A program records its session with `--record FILE`. The bench gives the application the same inputs in the same
/// order, at the same times, and then the test takes over. Ten hours take less than a second.
///
/// The application's tasks and threads do their work again. The bench waits up to 10 s for each result, and passes it to the
/// application at its place in the session. It does not wait for events that are `Codable`, because the session contains their
/// values.
extension Bench {
    /// Replays a session on a board with the devices of a wiring that comes with a program.
    ///
    /// - Parameters:
    ///   - path: The file of the session. If the file is a ring of sessions, its last session is replayed; `FILE#3` selects
    ///     another one.
    ///   - name: The name of the wiring, as in `Board.run`. Its devices need the names that they had in the recording; their
    ///     lines may differ.
    ///   - kinds: The application's own kinds of devices, as in `Board.run`.
    ///   - sounds: The sounds. During the replay, a sound ends when it ended in the session.
    ///   - fleet: The options of the box in a fleet, as in `Board.run`; nil for a box without a fleet.
    ///   - sourceFile: The caller's source file. Wirings and sounds are also searched in the package of this file.
    ///   - makeController: Returns the application's controller, which the bench then starts.
    /// - Throws: The errors of the file, of the wiring and of `makeController`.
    public convenience init<Event, Effect>(
        replaying path: String, wiring name: String, kinds: [any Device.Type] = [], sounds: BenchSounds = [:],
        fleet: FleetOptions? = nil, sourceFile: String = #filePath,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        DataFolders.addPackage(of: sourceFile)
        try self.init(replaying: path, wiring: .named(name, kinds: kinds), sounds: sounds, fleet: fleet, makeController)
    }

    /// Replays a session on a board with the devices of a wiring.
    ///
    /// - Parameters:
    ///   - path: The file of the session. If the file is a ring of sessions, its last session is replayed; `FILE#3` selects
    ///     another one.
    ///   - wiring: The devices, with the names that they had in the recording. Their lines may differ.
    ///   - sounds: The sounds. During the replay, a sound ends when it ended in the session.
    ///   - fleet: The options of the box in a fleet, as in `Board.run`; nil for a box without a fleet.
    ///   - makeController: Returns the application's controller, which the bench then starts.
    /// - Throws: The errors of the file and of `makeController`.
    public convenience init<Event, Effect>(
        replaying path: String, wiring: Wiring, sounds: BenchSounds = [:], fleet: FleetOptions? = nil,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let session = try SessionFile.session(at: path).replayable()
        try self.init(replaying: session, wiring: wiring, sounds: sounds, fleet: fleet, makeController)
    }

    package convenience init<Event, Effect>(
        replaying session: Session, wiring: Wiring, sounds: BenchSounds = [:], fleet: FleetOptions? = nil,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        try self.init(BenchWiring(wiring), [:], sounds, replaying: session, fleet: fleet) {
            BenchApplication(try makeController($0))
        }
    }

    /// The first difference between the application and the replayed session: an event with a different result, or an input
    /// that the application does not use. nil if there is none.
    ///
    /// After an event with different effects, timers and sounds run at their own times, and only inputs from outside the
    /// program are taken from the session.
    public var divergence: SessionDivergence? { replay?.divergence }

    /// The events of the replay, each with the model after it and its effects.
    package var eventLog: [EventLogLine] { replay?.eventLog ?? [] }
}
