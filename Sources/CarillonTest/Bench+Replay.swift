import CarillonBoard
import CarillonScheduling
import CarillonSession
@_exported import struct CarillonSession.SessionDivergence
import MobiusCore

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
/// The application's tasks and threads do their work again, and the bench waits up to 10 s for each result, which then
/// takes its place in the session. It does not wait for events that are `Codable`, because the session has their values.
extension Bench {
    package convenience init<Event, Effect>(
        replaying session: Session, wiring: Wiring, sounds: BenchSounds = [:],
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        try self.init(BenchWiring(wiring), [:], sounds, replaying: session) { BenchApplication(try makeController($0)) }
    }

    /// The first difference of the application from the session that the bench has replayed: an event with another
    /// result, or an input that the application has no use for. nil if there is none.
    ///
    /// From an event with other effects on, timers and sounds have their natural times, and only what came from outside
    /// is taken from the session.
    public var divergence: SessionDivergence? { replay?.divergence }

    /// The events of the replay, each with the model after it and its effects.
    package var story: [StoryLine] { replay?.story ?? [] }
}
