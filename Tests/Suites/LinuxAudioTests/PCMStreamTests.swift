import Glibc
import Testing

@testable import CarillonAudio
@testable import LinuxAudio

/// A device of 8 frames with a period of 2. The rendered samples count up from 1.
@Suite struct PCMStreamTests {
    let device = FaultyPCM()
    private let owner: Owner

    init() { owner = Owner(device) }

    @Test func deviceIsFullOfSilenceBeforeAnythingElse() {
        #expect(device.taken == [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(device.queued == device.buffer)
    }

    @Test func nothingIsRenderedBeforeAPeriodIsFree() {
        device.play(frames: 1)
        #expect(owner.step() == .supplied)
        #expect(device.waits == 1)
        #expect(owner.rendered == 0)
        device.play(frames: 1)
        #expect(owner.step() == .supplied)
        #expect(device.waits == 1)
        #expect(owner.heard == [1, 2])
    }

    @Test func wokenStreamRendersOnceAQuarterOfAPeriodIsFree() {
        let device = FaultyPCM(period: 8, buffer: 16)
        let owner = Owner(device)
        device.play(frames: 1)
        owner.steps(2)
        #expect(device.waits == 2)
        #expect(owner.rendered == 0)
        device.play(frames: 1)
        owner.steps(1)
        #expect(owner.heard == [1, 2])
    }

    @Test func unacceptedSamplesAreOfferedAgain() {
        device.appetite = 1
        device.play(frames: 2)
        owner.steps(2)
        #expect(owner.heard == [1, 2])
        #expect(owner.rendered == 2)
    }

    @Test func deviceThatIsNotReadyIsWaitedFor() {
        device.play(frames: 2)
        device.writeErrors = [EAGAIN]
        owner.steps(2)
        #expect(device.waits == 1)
        #expect(owner.heard == [1, 2])
    }

    @Test func xrunIsCountedAndPaddedAndTheVoicesGoOn() {
        device.play(frames: 2)
        owner.steps(1)
        device.play(frames: 100)
        owner.steps(1)
        device.play(frames: 2)
        owner.steps(1)
        #expect(owner.stream.xruns == 1)
        #expect(device.recoveries == [-Int(EPIPE)])
        #expect(owner.heard == [1, 2] + Array(repeating: 0, count: 8) + [3, 4])
    }

    @Test func samplesRenderedBeforeAnXrunAreKept() {
        device.play(frames: 2)
        device.writeErrors = [EPIPE]
        owner.steps(2)
        #expect(owner.stream.xruns == 1)
        #expect(owner.heard == Array(repeating: 0, count: 6) + [1, 2])
        #expect(device.queued == device.buffer)
    }

    @Test func hundredXrunsEndNoVoice() {
        for _ in 0..<100 {
            device.play(frames: 2)
            owner.steps(1)
            device.play(frames: 8)
            owner.steps(1)
        }
        #expect(owner.stream.xruns == 100)
        #expect(owner.heard.filter { $0 != 0 } == (1...200).map { Int16($0) })
    }

    /// On a slow board the output's thread may be late again and again.
    @Test func deviceThatRunsOutAgainAndAgainHasNotFailed() {
        device.play(frames: 2)
        device.writeErrors = Array(repeating: EPIPE, count: 20)
        var steps: [PCMStream<FaultyPCM>.Step] = []
        while steps.count < 50, owner.heard.last != 2 {
            device.play(frames: 2)
            steps.append(owner.step())
        }
        #expect(owner.heard.suffix(2) == [1, 2])
        #expect(owner.stream.xruns == device.recoveries.count && owner.stream.xruns >= 10)
        #expect(!steps.contains(.failed(-Int(EPIPE))))
        // Its owner does not use all of the processor's time meanwhile.
        #expect(steps.filter { $0 == .unpaced }.count >= owner.stream.xruns - 3)
    }

    @Test func machineThatWasSuspendedIsNoXrun() {
        device.play(frames: 2)
        device.writeErrors = [ESTRPIPE]
        owner.steps(2)
        #expect(owner.stream.xruns == 0 && owner.stream.suspensions == 1)
        #expect(device.recoveries == [-Int(ESTRPIPE)])
        #expect(owner.heard.suffix(2) == [1, 2])
    }

    @Test func deviceThatIsStillAsleepIsAskedAgain() {
        device.play(frames: 2)
        device.writeErrors = Array(repeating: ESTRPIPE, count: 11)
        device.drowsiness = 10
        owner.steps(12)
        #expect(device.waits == 10)
        #expect(owner.stream.suspensions == 1)
        #expect(owner.heard.suffix(2) == [1, 2])
    }

    @Test func soundAfterAGapStartsFromSilence() {
        let owner = Owner(device, resumption: 4, value: { _ in 1_000 })
        device.play(frames: 2)
        owner.steps(1)
        device.play(frames: 100)
        owner.steps(1)
        for _ in 0..<3 {
            device.play(frames: 2)
            owner.steps(1)
        }
        let gap = [Int16](repeating: 0, count: device.buffer)
        #expect(owner.heard == [1_000, 1_000] + gap + [0, 250, 500, 750, 1_000, 1_000])
    }

    @Test func urgentSamplesNeedNoWholePeriod() {
        device.play(frames: 1)
        #expect(owner.step(isUrgent: true) == .supplied)
        #expect(owner.heard == [1])
        #expect(device.waits == 0)
        #expect(owner.step(isUrgent: true) == .supplied)
        #expect(device.waits == 1)
    }

    @Test func restOfThePeriodFollowsAnUrgentPart() {
        device.play(frames: 1)
        _ = owner.step(isUrgent: true)
        device.play(frames: 1)
        owner.steps(1)
        #expect(owner.heard == [1, 2])
        #expect(device.queued == device.buffer)

        device.play(frames: 1)
        owner.steps(1)
        #expect(owner.heard == [1, 2])
        device.play(frames: 1)
        owner.steps(1)
        #expect(owner.heard == [1, 2, 3, 4])
    }

    /// The device's periods may begin at other frames than the stream's. Free space would then never be filled.
    @Test func deviceThatSaysItHasRoomIsFilledUp() {
        owner.steps(1)
        device.play(frames: 3)
        owner.steps(2)
        #expect(owner.heard == [1, 2, 3])
        #expect(device.queued == device.buffer)
    }

    @Test func restOfAPeriodIsWaitedForNoLongerThanItTakes() {
        owner.steps(1)
        #expect(device.timeout == 100)
        device.play(frames: 1)
        _ = owner.step(isUrgent: true)
        owner.steps(1)
        #expect(device.timeout == 1)
    }

    @Test func deviceThatIsGoneHasFailed() {
        device.play(frames: 2)
        device.writeErrors = [ENODEV]
        #expect(owner.step() == .failed(-Int(ENODEV)))
        #expect(device.recoveries.isEmpty)
    }

    @Test func deviceThatFailsAgainAndAgainHasFailed() {
        device.play(frames: 2)
        device.writeErrors = Array(repeating: EIO, count: 100)
        var steps: [PCMStream<FaultyPCM>.Step] = []
        while steps.count < 50, steps.last != .failed(-Int(EIO)) { steps.append(owner.step()) }
        #expect(steps.last == .failed(-Int(EIO)))
        #expect(steps.count <= 5)
    }

    @Test func deviceThatTakesNothingForSecondsHasFailed() {
        device.waitResults = Array(repeating: 0, count: 50)
        for _ in 0..<49 { #expect(owner.step() == .supplied) }
        #expect(owner.step() == .failed(-Int(ETIMEDOUT)))
    }

    @Test func signalDoesNotCountAsAWait() {
        device.waitResults = Array(repeating: -Int(EINTR), count: 100)
        for _ in 0..<100 { #expect(owner.step() == .supplied) }
    }

    @Test func deviceThatIsFasterThanTimeIsNoticed() {
        device.play(frames: 8)
        _ = device.recover(from: 0)
        device.isUnpaced = true
        #expect(owner.step() == .unpaced)
        device.isUnpaced = false
        #expect(owner.step() == .supplied)
    }
}

/// The owner of a stream, which runs it as its thread does.
private final class Owner {
    var stream: PCMStream<FaultyPCM>
    private(set) var rendered: Int16 = 0
    private let device: FaultyPCM
    private let value: (Int16) -> Int16
    private let memory: UnsafeMutableBufferPointer<Float>

    init(_ device: FaultyPCM, resumption: Int = 0, value: @escaping (Int16) -> Int16 = { $0 }) {
        self.device = device
        self.value = value
        memory = .allocate(capacity: 2 * device.period * device.format.channels)
        stream = PCMStream(device, memory: memory, resumption: resumption)
        stream.start()
    }

    deinit { memory.deallocate() }

    /// The samples that the device accepted after the initial silence.
    var heard: [Int16] { Array(device.taken.dropFirst(device.buffer)) }

    func step(isUrgent: Bool = false) -> PCMStream<FaultyPCM>.Step {
        stream.step(isUrgent: isUrgent) { buffer in
            for frame in 0..<(buffer.count / 2) {
                rendered += 1
                buffer[frame * 2] = Float(value(rendered)) / 32_768
                buffer[frame * 2 + 1] = 0
            }
        }
    }

    func steps(_ count: Int) { for _ in 0..<count { _ = step() } }
}
