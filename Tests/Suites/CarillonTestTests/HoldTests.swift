import CarillonTest
import Testing

/// `hold` lasts as long as the application requires.
@Suite struct HoldTests {
    @Test func aHoldLastsAsLongAsTheApplicationAsks() throws {
        let bench = try Bench(makeShutdown)
        try bench.press("power", for: .milliseconds(2999))
        #expect(bench.model == 0)
        try bench.hold("power")
        #expect(bench.model == 1)
    }

    private func makeShutdown(on board: Board) throws -> MobiusController<Int, Int, Never> {
        Mobius.loop(
            update: { (model: Int, event: Int) in Next<Int, Never>.next(model + event) },
            effectHandler: EffectRouter<Never, Int>().asConnectable
        )
        .withEventSource(try board.button("power").held(1, for: .seconds(3)))
        .makeController(from: 0, on: board.queue)
    }
}
