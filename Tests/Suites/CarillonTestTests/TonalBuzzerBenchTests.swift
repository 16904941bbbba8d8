import CarillonAudio
import CarillonGPIO
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// A tonal buzzer on the bench, which a loop plays.
@Suite struct TonalBuzzerBenchTests {
    private static let melody = "d:d=4,o=5,b=120:a,e,c"

    private func make(on board: Board) throws -> MobiusController<Int, Bool, Int> {
        let horn = try board.tonalBuzzer("horn")
        let effects = EffectRouter<Int, Bool>().routeEffects(withParameters: { $0 == 1 ? () : nil }).to(
            horn.handler(try RTTTL(Self.melody)))
        let controller = Mobius.loop(
            update: { (model: Int, isPressed: Bool) -> Next<Int, Int> in
                isPressed ? .next(model + 1, effects: [1]) : .noChange
            }, effectHandler: effects.asConnectable
        )
        .withEventSource(try board.button("bell").changed { $0 })
        .makeController(from: 0, on: board.queue)
        return controller
    }

    private func bench(pwm: PWMChannel? = nil) throws -> Bench<Int> {
        try Bench(
            wiring: Wiring(.button("bell", line: "GPIO17"), .tonalBuzzer("horn", line: "GPIO18") { $0.pwm = pwm }),
            fleet: .homeAssistant, make)
    }

    @Test func pressPlaysTheMelodyOnce() throws {
        let bench = try bench()
        let horn = try bench.tonalBuzzer("horn")
        #expect(!horn.isPlaying)
        try bench.pushDown("bell")
        expectEqual(horn.frequency, 880)
        bench.advance(by: .milliseconds(600))
        #expect(abs(try #require(horn.frequency) - 659.26) < 0.01)
        bench.advance(by: .milliseconds(1000))
        expectEqual(horn.frequency, nil)
        #expect(!horn.isPlaying)
        expectEqual(bench.failures, [])
    }

    @Test func pwmChannelAllowsHigherTones() throws {
        expectEqual(try bench().tonalBuzzer("horn").range, 20...2000)
        expectEqual(try bench(pwm: PWMChannel(chip: "pwmchip0", channel: 0)).tonalBuzzer("horn").range, 20...20_000)
    }

    @Test func fleetAnnouncesASiren() throws {
        let bench = try bench()
        let horn = try bench.tonalBuzzer("horn")
        let discovery = try #require(bench.broker.discovery)
        #expect(discovery.contains("\"siren\""))
        expectEqual(bench.broker["tonal-buzzer/horn"], "OFF")
        bench.broker.send("ON", to: "tonal-buzzer/horn")
        expectEqual(horn.frequency, 880)
        expectEqual(bench.broker["tonal-buzzer/horn"], "ON")
        bench.broker.send("OFF", to: "tonal-buzzer/horn")
        #expect(!horn.isPlaying)
    }
}
