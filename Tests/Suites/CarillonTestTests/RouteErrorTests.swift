import CarillonTest
import TestSupport
import Testing

/// Routes whose functions throw, in an application on the bench.
@Suite struct RouteErrorTests {
    private struct DiskIsFull: Error {}
    private enum Event: Equatable { case save, failed }
    private enum Effect { case save }

    private static func bench(
        _ route: @escaping (_PartialEffectRouter<Effect, Void, Event>) -> EffectRouter<Effect, Event>
    ) throws -> Bench<Int> {
        try Bench { board in
            Mobius.loop(
                update: { (failures: Int, event: Event) -> Next<Int, Effect> in
                    event == .save ? .dispatchEffects([.save]) : .next(failures + 1)
                }, effectHandler: route(EffectRouter<Effect, Event>().routeCase(Effect.save)).asConnectable
            )
            .withEventSource(try board.buttons(["save": .save]))
            .makeController(from: 0, on: board.queue)
        }
    }

    @Test func errorOfAnEffectIsAFailureOfTheBench() throws {
        let bench = try Self.bench { $0.to({ throw DiskIsFull() }, file: "box/main.swift", line: 12) }
        try bench.press("save")
        expectEqual(
            bench.failures,
            ["the effect of the route at box/main.swift:12 failed: DiskIsFull(); `catching:` makes an error an event"])
        expectEqual(bench.model, 0)
    }

    @Test func caughtErrorIsSentAsAnEvent() throws {
        let bench = try Self.bench { $0.to({ throw DiskIsFull() }, catching: { _ in .failed }) }
        try bench.press("save")
        expectEqual(bench.failures, [])
        expectEqual(bench.model, 1)
    }

    @Test func errorOfATaskIsAFailureOfTheBench() async throws {
        let bench = try Self.bench { $0.to { () async throws -> Void in throw DiskIsFull() } }
        try bench.press("save")
        #expect(await bench.settle { bench.failures.count == 1 })
    }
}
