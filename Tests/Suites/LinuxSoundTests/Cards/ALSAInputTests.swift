import CarillonRealTime
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// Sound of alsa-lib's `null`, which is silence.
@Suite struct ALSAInputTests {
    private final class NoRecordings: RecordingStore {
        func begin(_ format: RecordingFormat, rate: Int) -> any RecordingFile { fatalError("nothing is recorded") }
    }

    private final class Priority: Sendable {
        let value = Atomic(Int32(-1))
    }

    /// The system grants or denies the priority to all threads alike.
    @Test func soundIsCapturedOnAThreadWithRealTimePriority() throws {
        let other = try RealTimeThread(name: "other", priority: ALSAInput.priority) {}
        let priority = Priority()
        let isHeard = DispatchSemaphore(value: 0)
        let sink = CaptureSink(
            deafTime: 1, store: NoRecordings(),
            isSounding: {
                var parameters = sched_param()
                sched_getparam(0, &parameters)
                priority.value.store(parameters.sched_priority, ordering: .releasing)
                isHeard.signal()
                return false
            }, report: { _ in })
        let input = ALSAInput("null")
        input.start(sink)
        isHeard.wait()
        input.stop()
        expectEqual(priority.value.load(ordering: .acquiring), other.grantedPriority)
    }
}
