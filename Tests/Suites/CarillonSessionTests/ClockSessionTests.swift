import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// Sessions of a box with alarms, whose clock is set.
@Suite struct ClockSessionTests {
    private let wiring = try! Wiring(.button("go", line: "A"), .clock(timeZone: "CET-1CEST,M3.5.0,M10.5.0/3"))

    private func makeClock(on board: Board) throws -> MobiusController<[String], String, Bool> {
        let clock = board.clock
        return Mobius.loop(
            update: { (model: [String], event: String) in
                Next<[String], Bool>.next(model.suffix(5) + [event], effects: event == "go" ? [true] : [])
            },
            effectHandler: EffectRouter<Bool, String>().routeEffects(equalTo: true).toEvent { _ in "now \(clock.now)" }
                .asConnectable
        )
        .withEventSource(
            try board.events(
                board.button("go").pressed(send: "go"), clock.at("07:00", send: "seven"),
                clock.events(.every(.seconds(10))) { "ten \($0.time) late \($0.lateness)" },
                clock.missed { "missed \($0.count) \($0.schedule)" })
        )
        .makeController(from: [], on: board.queue)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>) func replayHasTheSameTimes(seed: UInt64) throws {
        // From the start at 01:00 to 06:59:57, then over 07:00, and then to a far day.
        let clock: [(after: Duration, Int64)] = [
            (.seconds(5), 1_767_247_197), (.seconds(6), 1_767_247_215), (.seconds(20), 1_780_000_000),
        ]
        let session = try HostileSession(
            of: wiring, seed: seed, isGentle: true, lasting: .seconds(40), clock: clock, makeClock)
        for text in ["seven", "ten 2026-05-28", "missed", "now 2026-"] {
            #expect(session.eventLog.contains { $0.contains(text) }, "\(session.eventLog)")
        }
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, makeClock)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }
}
