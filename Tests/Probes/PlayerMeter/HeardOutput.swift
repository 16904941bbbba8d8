import CarillonAudio
import CarillonRealTime
import Glibc
import Synchronization

/// An output that takes a period of 5 ms from its renderer in real time, as a sound card does, and notes when sound comes.
///
/// `@unchecked Sendable`: only the thread uses the renderer and the mix.
final class HeardOutput: AudioOutput, @unchecked Sendable {
    let format = AudioFormat.standard
    let description = "heard"
    /// The time of the first sound since `forget`, in nanoseconds; 0 for none.
    private let firstSound = Atomic(0)
    private let isClosed = Atomic(false)
    private let mix = UnsafeMutableBufferPointer<Float>.allocate(capacity: 480)
    private var thread: RealTimeThread?

    deinit { mix.deallocate() }

    func start(_ renderer: AudioRenderer) {
        thread = try? RealTimeThread(name: "heard", priority: 60) { [self] in
            var next = ContinuousClock.now
            while !isClosed.load(ordering: .acquiring) {
                mix.initialize(repeating: 0)
                renderer.takeCommands()
                renderer.render(into: mix)
                if firstSound.load(ordering: .relaxed) == 0, mix.contains(where: { abs($0) > 1e-4 }) {
                    firstSound.store(Self.now, ordering: .releasing)
                }
                next += .milliseconds(5)
                let rest = next - .now
                if rest > .zero { usleep(UInt32(rest / .microseconds(1))) } else { next = .now }
            }
        }
    }

    func commandsDidArrive() {}

    func close() {
        isClosed.store(true, ordering: .releasing)
        thread?.join()
    }

    func forget() { firstSound.store(0, ordering: .releasing) }

    /// Waits for a sound, and returns the milliseconds from a time to it; 10,000 if none comes.
    func waitForSound(since start: Int) -> Double {
        while Self.now - start < 10_000_000_000 {
            let time = firstSound.load(ordering: .acquiring)
            if time > 0 { return Double(time - start) / 1e6 }
            usleep(100)
        }
        return 10_000
    }

    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
