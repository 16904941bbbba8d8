import CarillonTest
import TestSupport
import Testing

/// A display on a bench, which uses only the display's features.
@Suite struct DisplayTests {
    private static func makeCounter(on board: Board) throws -> MobiusController<Int, Int, Never> {
        let controller = Mobius.loop(
            update: { (count: Int, step: Int) in Next<Int, Never>.next(count + step) },
            effectHandler: EffectRouter<Never, Int>().asConnectable
        )
        .withEventSource(try board.button("plus").pressed(send: 1))
        .makeController(from: 0, on: board.queue)
        controller.connectView(try board.display("status").view { count in "Count\n\(count)" })
        return controller
    }

    @Test func loopShowsItsModel() throws {
        let bench = try Bench(Self.makeCounter)
        expectEqual(try bench.text("status"), "Count\n0")
        try bench.press("plus")
        expectEqual(try bench.text("status"), "Count\n1")
        var picture = Picture(width: 128, height: 64)
        picture.draw("Count\n1")
        expectEqual(try bench.picture("status"), picture)
        expectEqual(bench.changes.map(\.description), ["display status Count 0", "display status Count 1"])
        expectEqual(bench.failures, [])
        bench.close()
        expectEqual(try bench.text("status"), nil)
    }

    @Test func textIsNilWhileTheDisplayIsOff() throws {
        let bench = try Bench()
        let display = try bench.display("status")
        expectEqual(try bench.text("status"), nil)
        display.set("")
        expectEqual(try bench.text("status"), "")
        display.set(Picture(width: 128, height: 64))
        expectEqual(try bench.text("status"), "")
        display.off()
        expectEqual(try bench.text("status"), nil)
    }

    @Test func benchCreatesEachRequestedDisplay() throws {
        let bench = try Bench()
        try bench.display("left").set("1")
        try bench.display("right").set("2")
        expectEqual(try [bench.text("left"), bench.text("right")], ["1", "2"])
    }
}
