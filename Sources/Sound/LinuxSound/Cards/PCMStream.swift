import CarillonAudio
import Glibc

/// Keeps a sound device supplied with samples through xruns, suspensions and errors.
///
/// The stream fills the device with silence before it starts. From then on it writes a period as soon as a period is
/// free. So the device always plays, and a sound shorter than the buffer is not lost. A sound that has just been
/// started does not wait for a whole period: the stream writes as many frames as are free.
///
/// A device that holds two periods, as `dmix` does, needs one of them filled whenever it reports that the other one is
/// free. The stream fills it up at that time, because the device's periods need not be aligned with those of the
/// stream. After an urgent write of a part of a period, the stream writes the rest as soon as there is room for it. The
/// device does not report this, so the stream waits for a computed time.
///
/// When the device has run out of samples (an xrun), or was suspended with the machine, the stream fills it with
/// silence again. The voices continue where they were, and fade in from silence.
///
/// A device that fails repeatedly, or takes nothing for seconds, has failed permanently. An xrun is no failure of the
/// device, however often it happens: the stream is late, as on a slow board. This type only decides and calls the
/// device; its owner provides the thread.
struct PCMStream<Device: PCM> {
    /// The result of a step.
    enum Step: Equatable {
        /// The device is supplied.
        case supplied
        /// The device takes samples faster than time passes, as ALSA's `null` does, or runs out of them again and again.
        /// The owner must wait for a period.
        case unpaced
        /// The device has failed, with an ALSA error. There is no further step.
        case failed(Int)
    }

    /// The longest wait of a step, in milliseconds.
    private static var timeout: Int32 { 100 }
    /// The longest time for which a working device may take nothing, in milliseconds.
    private static var longestIdleness: Int32 { 5_000 }
    private static var maximumFailures: Int { 3 }

    /// The number of times that the device ran out of samples.
    private(set) var xruns = 0
    /// The number of times that the device was suspended with the machine.
    private(set) var suspensions = 0

    private let device: Device
    /// The number of frames of a fade-in from silence.
    private let resumption: Int
    /// Memory for a period.
    private let mix: UnsafeMutableBufferPointer<Float>
    /// A period of zeros.
    private let silence: UnsafeBufferPointer<Float>
    /// The range of `mix`, in samples, that the device has not taken yet.
    private var pending = 0..<0
    /// The number of frames that must be free for the next write: a period, or the rest of one after an urgent write.
    private var restOfPeriod: Int
    /// Whether the device has just reported that it has room.
    private var isWoken = false
    private var gain = Ramp(1)
    /// The time for which the device has taken nothing, in milliseconds.
    private var idleness: Int32 = 0
    /// The number of errors since the device last took all rendered samples.
    private var failures = 0

    /// - Parameters:
    ///   - memory: Memory for two periods, used for the lifetime of the stream.
    ///   - resumption: The number of frames of the fade-in from silence after a gap.
    init(_ device: Device, memory: UnsafeMutableBufferPointer<Float>, resumption: Int) {
        self.device = device
        self.resumption = resumption
        restOfPeriod = device.period
        let period = device.period * device.format.channels
        memory.initialize(repeating: 0)
        mix = UnsafeMutableBufferPointer(rebasing: memory[..<period])
        silence = UnsafeBufferPointer(rebasing: memory[period..<(2 * period)])
    }

    /// Fills the device with silence, which starts it.
    func start() {
        fillWithSilence(frames: device.buffer)
    }

    /// Supplies a period, or waits if there is no room.
    ///
    /// - Parameters:
    ///   - isUrgent: Whether a sound is waiting to start. Less room than a period is then enough.
    ///   - render: Fills the buffer with the next frames.
    mutating func step(isUrgent: Bool, render: (UnsafeMutableBufferPointer<Float>) -> Void) -> Step {
        let available = device.availableFrames(isExact: isUrgent || restOfPeriod < device.period)
        if available < 0 { return recover(from: available) }
        if pending.isEmpty {
            let enough = isUrgent ? 1 : isWoken ? max(1, device.period / 4) : restOfPeriod
            if available < enough { return wait(missing: restOfPeriod - available) }
            let frames = min(available, device.period)
            isWoken = isWoken && frames == device.period
            restOfPeriod = isUrgent && frames < restOfPeriod ? restOfPeriod - frames : device.period
            pending = 0..<(frames * device.format.channels)
            render(UnsafeMutableBufferPointer(rebasing: mix[pending]))
            fadeIn()
        }
        let written = device.write(UnsafeBufferPointer(rebasing: mix[pending]))
        if written == -Int(EAGAIN) { return wait() }
        if written < 0 { return recover(from: written) }
        pending = (pending.lowerBound + written * device.format.channels)..<pending.upperBound
        if pending.isEmpty { failures = 0 }
        idleness = 0
        let isStillEmpty = available >= device.buffer && device.availableFrames(isExact: false) >= device.buffer
        return isStillEmpty ? .unpaced : .supplied
    }

    /// - Parameter missing: The number of frames that have to become free, if it is known.
    private mutating func wait(missing: Int? = nil) -> Step {
        var timeout = Self.timeout
        if let missing, restOfPeriod < device.period {
            timeout = min(timeout, Int32(missing * 1000 / device.format.rate + 1))
        }
        let result = device.wait(milliseconds: timeout)
        isWoken = result > 0
        if result > 0 || result == -Int(EINTR) { return .supplied }
        if result < 0 { return recover(from: result) }
        idleness += timeout
        return idleness < Self.longestIdleness ? .supplied : .failed(-Int(ETIMEDOUT))
    }

    private mutating func recover(from error: Int) -> Step {
        if error == -Int(ENODEV) { return .failed(error) }
        let result = device.recover(from: error)
        if result == -Int(EAGAIN) { return wait() }
        failures += 1
        let isXrun = error == -Int(EPIPE)
        guard result == 0, isXrun || failures <= Self.maximumFailures else { return .failed(error) }
        if isXrun { xruns += 1 }
        if error == -Int(ESTRPIPE) { suspensions += 1 }
        gain = .rising(over: resumption)
        restOfPeriod = device.period
        fadeIn()
        fillWithSilence(frames: device.buffer - pending.count / device.format.channels)
        return failures <= Self.maximumFailures ? .supplied : .unpaced
    }

    /// Applies the fade-in after a gap to the pending samples.
    private mutating func fadeIn() {
        guard gain.isMoving else { return }
        let channels = device.format.channels
        for frame in stride(from: pending.lowerBound, to: pending.upperBound, by: channels) {
            for channel in 0..<channels { mix[frame + channel] *= gain.value }
            gain.advance(by: 1)
        }
    }

    /// Writes silence. Errors are ignored here because the next step detects and handles them again.
    private func fillWithSilence(frames: Int) {
        var remaining = frames * device.format.channels
        while remaining > 0 {
            let written = device.write(UnsafeBufferPointer(rebasing: silence[..<min(remaining, silence.count)]))
            guard written > 0 else { return }
            remaining -= written * device.format.channels
        }
    }
}
