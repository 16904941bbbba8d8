import CarillonAudio
import CarillonRealTime
import Glibc
import LinuxSound
import Synchronization

/// The time from the moment at which a microphone has delivered a period until its event is on the queue of a loop.
enum MicrophoneMeter {
    static func run(_ count: Int) throws {
        let queue = try RealTimeQueue(name: "loop")
        let arrived = Arrival()
        let store = DiskRecordings(in: nil)
        let report: @Sendable (CaptureSink.Report) -> Void = { report in
            guard case .heard(.loud) = report else { return }
            arrived.isExpected.store(true, ordering: .relaxed)
            queue.async { arrived.time.store(HeardOutput.now, ordering: .releasing) }
        }
        let sink = CaptureSink(deafTime: 0, store: store, isSounding: { false }, report: report)
        sink.send(.want(LoudnessRule(loud: -20, for: 0, quiet: -40, for: 50)))
        nonisolated(unsafe) var times: [Double] = []
        // As the thread of a microphone.
        try RealTimeThread(name: "microphone", priority: ALSAInput.priority) {
            times = (0..<count).map { _ in time(sink, arrived) }
        }.join()
        printShares([("event", times)])
        queue.stop()
    }

    /// Returns the milliseconds from the period that decides to the event.
    private static func time(_ sink: CaptureSink, _ arrived: Arrival) -> Double {
        // 20 ms each, as of a card.
        let silence = [Float](repeating: 0, count: 960)
        let noise = (0..<960).map { Float($0 % 48) / 48 - 0.5 }
        arrived.isExpected.store(false, ordering: .relaxed)
        arrived.time.store(0, ordering: .releasing)
        for _ in 0..<10 { pass(silence, to: sink) }
        // The event comes at the end of a window of 50 ms, in the third period at the latest.
        var start = 0
        for _ in 0..<3 where !arrived.isExpected.load(ordering: .relaxed) { start = pass(noise, to: sink) }
        while arrived.time.load(ordering: .acquiring) == 0 {
            guard HeardOutput.now - start < 10_000_000_000 else { return 10_000 }
            usleep(100)
        }
        return Double(arrived.time.load(ordering: .acquiring) - start) / 1e6
    }

    /// Returns the time before the period was passed.
    @discardableResult
    private static func pass(_ samples: [Float], to sink: CaptureSink) -> Int {
        let start = HeardOutput.now
        samples.withUnsafeBufferPointer { sink.hear($0, rate: 48_000) }
        return start
    }
}

private final class Arrival: Sendable {
    /// Whether the sink has reported the sound.
    let isExpected = Atomic(false)
    /// The time of the event; 0 for none.
    let time = Atomic(0)
}
