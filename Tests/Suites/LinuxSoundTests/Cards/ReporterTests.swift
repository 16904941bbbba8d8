import AudioTestSupport
import CarillonRealTime
import Dispatch
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio

/// The ends of voices, on a queue that handles them late.
@Suite struct ReporterTests {
    let time = VirtualTime()

    @Test func everyEndIsReportedWhenAllTicketsAreReturnedAtOnce() throws {
        let queue = VirtualTime()
        let engine = try AudioEngine(output: SimulatedOutput(pacedBy: time), on: queue)
        let sound = Sound.constant(1, frames: 1)
        let replays = Mutex(3)
        let counter = Counter()
        for _ in 0..<64 {
            engine.play(sound) { _ in
                counter.increment()
                let isAgain = replays.withLock { rest in
                    rest -= 1
                    return rest >= 0
                }
                if isAgain { engine.play(sound) { _ in counter.increment() }?.stop() }
            }
        }
        time.advance(by: .seconds(1))
        queue.advance(by: .zero)
        expectEqual(counter.value, 67)
        #expect((0..<65).count { _ in engine.play(sound) != nil } == 64)
    }

    @Test func endIsReportedAlthoughTheQueueWasFull() throws {
        let queue = try RealTimeQueue(name: "full", priority: 0, capacity: 2)
        defer { queue.stop() }
        let engine = try AudioEngine(output: SilentOutput(pacedBy: time), on: queue)
        let counter = Counter()
        let (isBlocked, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queue.async {
            isBlocked.signal()
            goOn.wait()
        }
        isBlocked.wait()
        while queue.tryAsync({}) {}
        engine.play(.constant(1, frames: 4_800)) { _ in counter.increment() }
        time.advance(by: .milliseconds(100))
        goOn.signal()
        queue.sync {}
        expectEqual(counter.value, 0)
        time.advance(by: .milliseconds(10))
        queue.sync {}
        expectEqual(counter.value, 1)
    }

    @Test func endOnTheQueueItselfIsReportedAlthoughTheQueueIsFull() throws {
        let queue = try RealTimeQueue(name: "full", priority: 0, capacity: 2)
        defer { queue.stop() }
        let engine = try AudioEngine(output: SilentOutput(pacedBy: time), on: queue)
        let counter = Counter()
        queue.sync {
            engine.play(.constant(1, frames: 4_800)) { _ in counter.increment() }
            for _ in 0..<3 { queue.async {} }
            time.advance(by: .milliseconds(100))
        }
        queue.sync {}
        expectEqual(counter.value, 1)
    }

    /// A full queue waits for its own thread, which may be about to play a sound.
    @Test(.timeLimit(.minutes(10))) func soundIsPlayedWhileAnotherThreadSchedulesSounds() throws {
        let time = InterruptedTime()
        let engine = try AudioEngine(output: SilentOutput(pacedBy: time), on: time)
        let counter = Counter()
        time.interruption.withLock {
            $0 = { engine.play(.constant(1, frames: 1)) { _ in counter.increment() } }
        }
        engine.play(.constant(1, frames: 4_800)) { _ in counter.increment() }
        time.virtual.advance(by: .seconds(1))
        expectEqual(counter.value, 2)
    }

    @Test func droppedEngineReportsTheEndsAndIsReleased() throws {
        let queue = VirtualTime()
        let counter = Counter()
        weak var renderer: AudioRenderer?
        do {
            let output = HandTurnedOutput()
            let engine = try AudioEngine(output: output, on: queue)
            engine.play(.constant(1)) { _ in counter.increment() }
            renderer = output.renderer
        }
        queue.advance(by: .zero)
        expectEqual(counter.value, 1)
        #expect(renderer == nil)
    }
}

/// Virtual time in which another thread runs code during the first call of `schedule`.
private final class InterruptedTime: Scheduler {
    let virtual = VirtualTime()
    let interruption = Mutex<(@Sendable () -> Void)?>(nil)

    var now: Duration { virtual.now }
    var isCurrent: Bool { virtual.isCurrent }
    func async(_ work: @escaping @Sendable () -> Void) { virtual.async(work) }
    func sync(_ work: () -> Void) { virtual.sync(work) }
    func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        if let interruption {
            let isDone = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                interruption()
                isDone.signal()
            }
            isDone.wait()
        }
        return virtual.schedule(at: time, work)
    }
}
