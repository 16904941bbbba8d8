import CarillonTest
import TestSupport
import Testing

/// After `close()` the bench shows the final levels of the lines.
@Suite struct SafeStateTests {
    @Test func closedBenchShowsTheRemainingLevels() throws {
        let bench = try Bench(Doorbell.make)
        try bench.hold("bell")
        try bench.buzzer("buzzer").on()
        try bench.rgb("mood").set(.green, .blinking())
        #expect(try bench.relay("door").isOn)
        bench.close()
        #expect(try !bench.relay("door").isOn)
        #expect(try !bench.led("lamp").isOn)
        expectEqual(try bench.led("lamp").pattern, .off)
        expectEqual(try bench.buzzer("buzzer").pattern, .off)
        expectEqual(try bench.rgb("mood").pattern, .off)
        expectEqual(try bench.rgb("mood").brightness, Color(red: 0, green: 0, blue: 0))
        expectEqual(try bench.bar("level").lit, 0)
        expectEqual(try bench.number("rings").number, 0)
        expectEqual(bench.lit, [])
    }

    @Test func outputWhoseSafeStateIsOnStaysOn() throws {
        let bench = try Bench(wiring: Wiring(Self.button, Self.fan, Self.lamp, Self.count), makeCoolers)
        #expect(try !bench.relay("fan").isOn)
        bench.close()
        #expect(try bench.relay("fan").isOn)
        expectEqual(try bench.led("bit").pattern, .on)
        expectEqual(try bench.number("count").number, 1)
        expectEqual(bench.lit, ["bit"])
        expectEqual(try bench.draw("fan", for: .milliseconds(3)), "---")
    }

    private static let button = Wiring.Entry.button("fan", line: "GPIO2")
    private static let fan = Wiring.Entry.relay("fan", line: "GPIO3") { $0.safe = .active }
    private static let lamp = Wiring.Entry.led("bit", line: "GPIO4") { $0.safe = .active }
    private static let count = Wiring.Entry.number("count", leds: ["bit"])

    private func makeCoolers(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
        let controller = Mobius.loop(
            update: { (_: Bool, isOn: Bool) in Next<Bool, Never>.next(isOn) },
            effectHandler: EffectRouter<Never, Bool>().asConnectable
        )
        .withEventSource(try board.button("fan").changed { $0 })
        .makeController(from: false, on: board.queue)
        controller.connectView(try board.relay("fan").view { $0 })
        return controller
    }
}
