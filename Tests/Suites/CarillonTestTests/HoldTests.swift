import CarillonTest
import TestSupport
import Testing

/// `hold` lasts as long as the application requires.
@Suite struct HoldTests {
    @Test func holdTakesTheTimeThatTheApplicationSets() throws {
        let bench = try Bench(makeShutdown)
        try bench.press("power", for: .milliseconds(2999))
        expectEqual(bench.model, 0)
        try bench.hold("power")
        expectEqual(bench.model, 1)
    }

    /// "Hold to move, release to stop": a release at the time of a repetition stops the movement.
    @Test(arguments: [100, 150, 200, 300, 350]) func releaseIsTheLastEventOfAHold(_ milliseconds: Int) throws {
        let wiring = try Wiring(
            .button("move", line: "GPIO17") {
                $0.timing = .init(hold: .milliseconds(100), repeatInterval: .milliseconds(100))
            })
        let bench = try Bench(wiring: wiring) { board in
            let button = try board.button("move")
            return Mobius.loop(
                update: { (model: [String], event: String) in Next<[String], Never>.next(model + [event]) },
                effectHandler: EffectRouter<Never, String>().asConnectable
            )
            .withEventSource(board.events(button.released(send: "release"), button.held(repeating: true, send: "held")))
            .makeController(from: [], on: board.queue)
        }
        try bench.press("move", for: .milliseconds(milliseconds))
        bench.advance(by: .seconds(1))
        expectEqual(bench.model, Array(repeating: "held", count: milliseconds / 100) + ["release"])
    }

    private func makeShutdown(on board: Board) throws -> MobiusController<Int, Int, Never> {
        Mobius.loop(
            update: { (model: Int, event: Int) in Next<Int, Never>.next(model + event) },
            effectHandler: EffectRouter<Never, Int>().asConnectable
        )
        .withEventSource(try board.button("power").held(for: .seconds(3), send: 1))
        .makeController(from: 0, on: board.queue)
    }
}
