import CarillonTest
import TestSupport
import Testing

/// An LCD on a bench, which uses only the LCD's features.
@Suite struct LCDTests {
    private static func makeCounter(on board: Board) throws -> MobiusController<Int, Int, Never> {
        let controller = Mobius.beginnerLoop { (count: Int, step: Int) in count + step }
            .withEventSource(try board.button("plus").pressed(send: 1))
            .makeController(from: 0, on: board.queue)
        controller.connectView(
            try board.lcd("panel").view { "Zähler \($0)\n" + LCD.bar(Double($0) / 10, width: 4) })
        return controller
    }

    @Test func loopShowsItsModel() throws {
        let bench = try Bench(Self.makeCounter)
        expectEqual(try bench.text("panel"), "Zähler 0\n    ")
        for _ in 1...3 { try bench.press("plus") }
        expectEqual(try bench.text("panel"), "Zähler 3\n█▏  ")
        expectEqual(bench.failures, [])
        bench.close()
        expectEqual(try bench.text("panel"), nil)
    }

    @Test func benchSetsTextAndBacklight() throws {
        let bench = try Bench(wiring: Wiring(.lcd("panel", bus: "i2c-1")))
        expectEqual(try bench.text("panel"), nil)
        try bench.set("panel", to: .text("Hello"))
        try bench.set("panel", "backlight", to: .toggle(.off))
        let lcd = try bench.lcd("panel")
        expectEqual(try bench.text("panel"), "Hello")
        #expect(!lcd.isLit)
        expectEqual(bench.changes.map(\.description), ["lcd panel Hello", "lcd panel backlight off"])
    }
}
