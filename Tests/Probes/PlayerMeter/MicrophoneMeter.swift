import CarillonAudio
import CarillonRealTime
import Glibc
import SoundFiles
import Synchronization

/// The time from the moment at which a microphone has delivered a period until its event is on the queue of a loop.
enum MicrophoneMeter {
    static func run(_ count: Int) throws {
        let queue = try RealTimeQueue(name: "loop")
        let arrived = Arrival()
        let store = DiskRecordings(in: nil)
        let report: @Sendable (Ear.Report) -> Void = { report in
            guard case .heard(.loud) = report else { return }
            queue.async { arrived.time.store(HeardOutput.now, ordering: .releasing) }
        }
        let ear = Ear(deafTime: 0, store: store, isSounding: { false }, report: report)
        ear.send(.want(LoudnessRule(loud: -20, for: 0, quiet: -40, for: 50)))
        // 20 ms each, as of a card.
        let silence = [Float](repeating: 0, count: 960)
        let noise = (0..<960).map { Float($0 % 48) / 48 - 0.5 }
        var times: [Double] = []
        for _ in 0..<count {
            arrived.time.store(0, ordering: .releasing)
            for _ in 0..<10 { pass(silence, to: ear) }
            // The event comes at the end of a window of 50 ms, in the third period at the latest.
            var start = 0
            for _ in 0..<3 where arrived.time.load(ordering: .acquiring) == 0 {
                start = pass(noise, to: ear)
                usleep(5_000)
            }
            let time = arrived.time.load(ordering: .acquiring)
            times.append(time > 0 ? Double(time - start) / 1e6 : 10_000)
        }
        printShares([("event", times)])
        queue.stop()
    }

    /// Returns the time before the period was passed.
    @discardableResult
    private static func pass(_ samples: [Float], to ear: Ear) -> Int {
        let start = HeardOutput.now
        samples.withUnsafeBufferPointer { ear.hear($0, rate: 48_000) }
        return start
    }
}

/// The time of the event; 0 for none.
private final class Arrival: Sendable {
    let time = Atomic(0)
}
