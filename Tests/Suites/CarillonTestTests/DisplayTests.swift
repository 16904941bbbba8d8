import CarillonTest
import Testing

/// A display on a bench, which uses only the display's features.
@Suite struct DisplayTests {
    private static func makeCounter(on board: Board) throws -> MobiusController<Int, Int, Never> {
        let controller = Mobius.loop(
            update: { (count: Int, step: Int) in Next<Int, Never>.next(count + step) },
            effectHandler: EffectRouter<Never, Int>().asConnectable
        )
        .withEventSource(try board.button("plus").pressed(1))
        .makeController(from: 0, on: board.queue)
        controller.connectView(try board.display("status").showing { count in "Count\n\(count)" })
        return controller
    }

    @Test func loopShowsItsModel() throws {
        let bench = try Bench(Self.makeCounter)
        #expect(try bench.text("status") == "Count\n0")
        try bench.press("plus")
        #expect(try bench.text("status") == "Count\n1")
        var picture = Picture(width: 128, height: 64)
        picture.draw("Count\n1")
        #expect(try bench.picture("status") == picture)
        #expect(bench.changes.map(\.description) == ["display status Count 0", "display status Count 1"])
        #expect(bench.failures == [])
        bench.close()
        #expect(try bench.text("status") == nil)
    }

    @Test func textIsNilWhileTheDisplayIsOff() throws {
        let bench = try Bench()
        let display = try bench.display("status")
        #expect(try bench.text("status") == nil)
        display.show("")
        #expect(try bench.text("status") == "")
        display.show(Picture(width: 128, height: 64))
        #expect(try bench.text("status") == "")
        display.off()
        #expect(try bench.text("status") == nil)
    }

    @Test func benchHasAsManyDisplaysAsAreAskedFor() throws {
        let bench = try Bench()
        try bench.display("left").show("1")
        try bench.display("right").show("2")
        #expect(try [bench.text("left"), bench.text("right")] == ["1", "2"])
    }

    @Test func unknownDisplayIsReportedWithTheKnownDisplays() throws {
        let bench = try Bench(wiring: Wiring(.display("status", bus: "i2c-1"), .led("lamp", line: "GPIO5")))
        #expect(throws: BoardError.unknownDevice(kind: "display", name: "x", known: ["status"])) {
            try bench.display("x")
        }
        #expect(throws: BoardError.self) { try bench.display("lamp") }
    }
}
