import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// Sessions of a box with a microphone: what is heard is an input, and a replay hears nothing itself.
@Suite struct MicrophoneSessionTests {
    private enum Effect { case record, stop }

    private let wiring = try! Wiring(
        .button("go", line: "A"), .led("red", line: "B"),
        .microphone("ear", device: "mic") { $0.light = WiringReference("red") })

    private func makeBox(on board: Board) throws -> MobiusController<[String], String, Effect> {
        let ear = try board.microphone("ear")
        return Mobius.loop(
            update: { (model: [String], event: String) in
                let next = Array(model.suffix(5)) + [event]
                guard event == "go" else { return Next<[String], Effect>.next(next) }
                let presses = model.filter { $0 == "go" }.count
                return .next(next, effects: [presses % 3 == 2 ? .stop : .record])
            },
            effectHandler: EffectRouter<Effect, String>()
                .routeCase(Effect.record).to(
                    ear.record(for: .seconds(2), preRoll: .milliseconds(500)) {
                        "\($0.path) \($0.duration) \($0.end)"
                    }
                )
                .routeCase(Effect.stop).to { ear.stopRecording() }
                .asConnectable
        )
        .withEventSource(
            board.events(
                try board.button("go").pressed(send: "go"), ear.clappedTwice(send: "claps"),
                ear.louder(for: .milliseconds(50), send: "loud"),
                ear.quieter(send: "quiet"), ear.level(every: .seconds(1)) { "level \($0.rms)" })
        )
        .makeController(from: [], on: board.queue)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>, [false, true])
    func replayDetectsTheSameSounds(seed: UInt64, isGentle: Bool) throws {
        let session = try HostileSession(of: wiring, seed: seed, isGentle: isGentle, lasting: .seconds(30), makeBox)
        for text in isGentle ? ["claps", "level", "/recordings/0001.wav"] : ["level"] {
            #expect(session.eventLog.contains { $0.contains(text) }, "\(text)")
        }
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, makeBox)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }
}
