import CarillonTest
import Testing

/// An LCD on a bench, which uses only the LCD's features.
@Suite struct LCDTests {
    private static func makeCounter(on board: Board) throws -> MobiusController<Int, Int, Never> {
        let controller = Mobius.beginnerLoop { (count: Int, step: Int) in count + step }
            .withEventSource(try board.button("plus").pressed(1))
            .makeController(from: 0, on: board.queue)
        controller.connectView(
            try board.lcd("panel").showing { "Zähler \($0)\n" + LCD.bar(Double($0) / 10, width: 4) })
        return controller
    }

    @Test func loopShowsItsModel() throws {
        let bench = try Bench(Self.makeCounter)
        #expect(try bench.text("panel") == "Zähler 0\n    ")
        for _ in 1...3 { try bench.press("plus") }
        #expect(try bench.text("panel") == "Zähler 3\n█▏  ")
        #expect(bench.failures == [])
        bench.close()
        #expect(try bench.text("panel") == nil)
    }

    @Test func benchSetsTextAndBacklight() throws {
        let bench = try Bench(wiring: Wiring(.lcd("panel", bus: "i2c-1")))
        #expect(try bench.text("panel") == nil)
        try bench.set("panel", to: .text("Hello"))
        try bench.set("panel", "backlight", to: .toggle(.off))
        let lcd = try bench.lcd("panel")
        #expect(try bench.text("panel") == "Hello")
        #expect(!lcd.isLit)
        #expect(bench.changes.map(\.description) == ["lcd panel Hello", "lcd panel backlight off"])
    }
}
