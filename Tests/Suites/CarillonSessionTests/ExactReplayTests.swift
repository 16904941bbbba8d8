import CarillonSession
import SessionTestSupport
import TestSupport
import Testing

/// A replay does what the recorded program did, event for event.
@Suite struct ExactReplayTests {
    @Test(arguments: 0..<40)
    func sessionWithSoundsTasksAndRandomNumbersIsReplayedExactly(seed: UInt64) async throws {
        let wiring = try Bell.devices()
        let (recorded, (eventLog, divergence)) = try await onThread {
            let recorded = try HostileSession(
                of: wiring, seed: seed, lasting: .seconds(8), pause: letOthersWork, Bell.make)
            return (recorded, try HostileSession.replay(recorded.session, of: wiring, Bell.make))
        }
        expectEqual(divergence, nil)
        expectEqual(eventLog.count, recorded.eventLog.count)
        expectEqual(zip(eventLog, recorded.eventLog).first { $0 != $1 }.map { "\($0)" }, nil)
        #expect(recorded.bytes <= recorded.session.entries.count * 8)
    }
}
