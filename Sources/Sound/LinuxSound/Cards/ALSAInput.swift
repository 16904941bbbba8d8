import CHardware
import CarillonAudio
import CarillonRealTime
import CarillonScheduling
import Glibc
import Synchronization

/// A microphone at an ALSA PCM.
///
/// A separate thread, of real-time priority where the system allows it, waits for a period and passes it to the sink. The
/// device's buffer of ten periods bridges the times in which the thread does not run. A device that is absent is tried
/// every second; meanwhile the sink hears silence.
package final class ALSAInput: AudioInput {
    /// Below the loop's priority of 50, which the analysis must not delay. With ordinary priority, events of a busy machine
    /// would be some milliseconds late.
    package static let priority: Int32 = 40

    private let device: String
    private let gain: Float
    private let run = Locked<Run?>(nil)
    private let earlierXruns = Locked(0)

    /// - Parameters:
    ///   - device: As in `arecord -D`: `default`, `plughw:CARD=Device`.
    ///   - gain: The amplification in decibels.
    package init(_ device: String, gain: Double = 0) {
        (self.device, self.gain) = (device, Float(pow(10, gain / 20)))
    }

    /// The number of times that sound was lost, because the thread did not run for the time of the buffer.
    package var xruns: Int { run.withLock { $0?.xruns.load(ordering: .relaxed) } ?? 0 }

    /// Opens a device for a moment, and captures nothing.
    ///
    /// - Returns: The reason why it cannot be opened, with a remedy; nil if it can.
    package static func fault(of device: String) -> String? {
        do throws(CapturePCM.Failure) {
            snd_pcm_close(try CapturePCM.open(device))
            return nil
        } catch {
            return error.reason
        }
    }

    package func start(_ sink: CaptureSink) {
        do {
            let waker = try Waker(for: device)
            let earlier = run.withLock { $0 }
            let new = Run(device, gain: gain, sink: sink, waker: waker, after: earlier)
            run.withLock { $0 = new }
            try new.begin()
        } catch {
            sink.lose(MicrophoneLost(device: device, reason: "\(error)"))
        }
    }

    package func stop() { run.withLock { $0 }?.stop() }

    package func commandsDidArrive() {}

    deinit { stop() }
}

extension ALSAInput {
    /// The time from a start to a stop.
    private final class Run: Sendable {
        private static let retryMilliseconds: Int32 = 1000

        let xruns = Atomic(0)
        private let device: String
        private let gain: Float
        private let sink: CaptureSink
        private let waker: Waker
        private let isStopping = Atomic(false)
        private let thread = Locked<RealTimeThread?>(nil)
        /// Has the device until its thread has ended.
        private let earlier: Locked<Run?>

        init(_ device: String, gain: Float, sink: CaptureSink, waker: Waker, after earlier: Run?) {
            (self.device, self.gain, self.sink, self.waker) = (device, gain, sink, waker)
            self.earlier = Locked(earlier)
        }

        func begin() throws(RealTimeError) {
            let started = try RealTimeThread(name: "carillon-mic", priority: ALSAInput.priority) { [self] in capture() }
            thread.withLock { $0 = started }
        }

        func stop() {
            isStopping.store(true, ordering: .releasing)
            waker.wake()
        }

        private var isOpen: Bool { !isStopping.load(ordering: .acquiring) }

        private func capture() {
            let earlier = earlier.withLock { $0.take() }
            earlier?.thread.withLock { $0 }?.join()
            while isOpen {
                do throws(CapturePCM.Failure) {
                    let pcm = try CapturePCM(device, waker: waker)
                    sink.find()
                    try listen(to: pcm)
                } catch {
                    sink.lose(MicrophoneLost(device: device, reason: error.reason))
                    waker.willWait()
                    if isOpen { waker.wait(milliseconds: Self.retryMilliseconds) }
                    if isOpen { sink.passLostSecond() }
                }
            }
            sink.close()
        }

        /// Passes the sound of a device to the sink until it fails, or the input is stopped.
        private func listen(to pcm: CapturePCM) throws(CapturePCM.Failure) {
            var clock = CaptureClock(rate: pcm.rate)
            while isOpen {
                waker.willWait()
                guard isOpen else { return }
                guard let samples = try pcm.read() else {
                    // A device that announces sound and has none must not take the processor from ordinary threads.
                    waker.wait(milliseconds: 1)
                    continue
                }
                xruns.store(pcm.xruns, ordering: .relaxed)
                if gain != 1 {
                    for index in samples.indices { samples[index] = max(-1, min(samples[index] * gain, 1)) }
                }
                sink.hear(UnsafeBufferPointer(samples), rate: pcm.rate)
                if clock.isAhead(by: samples.count) {
                    waker.willWait()
                    if isOpen { waker.wait(milliseconds: 20) }
                }
            }
        }
    }
}

/// Notices a device that delivers sound faster than time passes, such as ALSA's `null`.
private struct CaptureClock {
    let rate: Int
    private let start = ContinuousClock.now
    private var frames = 0

    init(rate: Int) { self.rate = rate }

    mutating func isAhead(by count: Int) -> Bool {
        frames += count
        return .milliseconds(frames / (rate / 1000)) > ContinuousClock.now - start + .milliseconds(500)
    }
}

/// The microphones of this machine, through ALSA.
package final class ALSAInputs: AudioInputs {
    private let device: String?

    /// - Parameter device: The device of all microphones; nil for those that the wiring names.
    package init(insteadOfWired device: String? = nil) { self.device = device }

    package func input(_ device: String, gain: Double) -> any AudioInput {
        ALSAInput(self.device ?? device, gain: gain)
    }
}
