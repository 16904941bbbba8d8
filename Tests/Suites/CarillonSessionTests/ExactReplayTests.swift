import CarillonSession
import Dispatch
import SessionTestSupport
import Testing

/// A replay does what the recorded program did, event for event.
@Suite struct ExactReplayTests {
    @Test(arguments: 0..<40)
    func aSessionWithSoundsTasksAndRandomNumbersIsReplayedEventForEvent(seed: UInt64) throws {
        let wiring = try Bell.devices()
        let recorded = try HostileSession(of: wiring, seed: seed, lasting: .seconds(8), pause: letOthersWork, Bell.make)
        let (story, divergence) = try HostileSession.replay(recorded.session, of: wiring, Bell.make)
        #expect(divergence == nil)
        #expect(story.count == recorded.story.count)
        #expect(zip(story, recorded.story).first { $0 != $1 }.map { "\($0)" } == nil)
        #expect(recorded.bytes <= recorded.session.entries.count * 8)
    }

    /// Waits until other threads have had the chance to run.
    private func letOthersWork() {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { done.signal() }
        done.wait()
    }
}
