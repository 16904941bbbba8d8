import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore
import SessionTestSupport
import Testing

/// Sessions of a box with devices whose readings are inputs.
@Suite struct ReadingSessionTests {
    private let wiring = try! Wiring(
        .button("go", line: "A"), .keypad("pad", device: "pad"), .reader("door", device: "1234:5678"))

    private func makeLock(on board: Board) throws -> MobiusController<[String], String, Bool> {
        Mobius.loop(
            update: { (model: [String], event: String) in Next<[String], Bool>.next(model.suffix(5) + [event]) },
            effectHandler: EffectRouter<Bool, String>().asConnectable
        )
        .withEventSource(
            board.events(
                try board.button("go").pressed("go"), try board.keypad("pad").typed { "\($0)" },
                try board.keypad("pad").released("KEY_1", "released"), try board.reader("door").line { "card \($0)" })
        )
        .makeController(from: [], on: board.queue)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>) func replayHasTheSameReadings(seed: UInt64) throws {
        let session = try HostileSession(of: wiring, seed: seed, isGentle: true, lasting: .seconds(30), makeLock)
        for text in ["card 0012345678", "released"] {
            #expect(session.story.contains { $0.contains(text) }, "\(session.story)")
        }
        let (story, divergence) = try HostileSession.replay(session.session, of: wiring, makeLock)
        #expect(divergence == nil)
        #expect(story == session.story)
    }
}
