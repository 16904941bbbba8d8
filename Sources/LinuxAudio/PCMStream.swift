import CarillonAudio
import Glibc

/// Keeps a sound device supplied with samples, whatever happens to it.
///
/// The device is filled with silence before it starts, and from then on given a period as soon as a period is free: so
/// it always plays, and a sound shorter than the buffer is not lost. A sound that has just been commanded need not wait
/// for the period: it gets what is free of it.
///
/// A device that holds two periods, as `dmix` does, is to have one of them whenever it says that the other is free. So it
/// is filled up then, as its periods need not begin where ours do; and after a sound that did not wait, the rest of the
/// period follows when it is free, which the device does not say.
///
/// When the device ran out of samples (an xrun), or was suspended with the machine, it is filled with silence again and
/// the voices go on where they were, out of silence.
///
/// A device that fails again and again, or takes nothing for seconds, has failed for good. This type only decides and
/// calls the device; its owner keeps the thread.
struct PCMStream<Device: PCM> {
    /// What a step came to.
    enum Step: Equatable {
        /// The device is supplied.
        case supplied
        /// The device takes samples faster than time passes, as ALSA's `null` does: the owner is to wait a period.
        case unpaced
        /// The device has failed, with an error of ALSA. There is no further step.
        case failed(Int)
    }

    /// How long a step waits at most, in milliseconds.
    private static var patience: Int32 { 100 }
    /// For how long a device that still works may take nothing, in milliseconds.
    private static var longestIdleness: Int32 { 5_000 }
    private static var mostFailures: Int { 3 }

    /// How often the device ran out of samples.
    private(set) var xruns = 0
    /// How often the device was suspended with the machine.
    private(set) var suspensions = 0

    private let device: Device
    /// How many frames it takes to come back out of silence.
    private let resumption: Int
    /// A period.
    private let mix: UnsafeMutableBufferPointer<Float>
    /// A period of zeros.
    private let silence: UnsafeBufferPointer<Float>
    /// What of `mix` the device has not taken yet, in samples.
    private var pending = 0..<0
    /// How much has to be free before the device is given something: a period, or what something urgent left of it.
    private var restOfPeriod: Int
    /// The device has just said that it has room.
    private var isWoken = false
    private var gain = Ramp(1)
    /// For how many milliseconds the device has taken nothing.
    private var idleness: Int32 = 0
    /// How many errors there were since the device last took what was rendered.
    private var failures = 0

    /// - Parameters:
    ///   - memory: Room for two periods, which is used as long as the stream is.
    ///   - resumption: How many frames it takes to come back out of the silence after a gap.
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

    /// Waits for room if there is none, and supplies a period.
    ///
    /// - Parameters:
    ///   - isUrgent: Something is to begin: less room than a period will do.
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
            comeBack()
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

    /// - Parameter missing: How many frames have to become free, if that is known.
    private mutating func wait(missing: Int? = nil) -> Step {
        var patience = Self.patience
        if let missing, restOfPeriod < device.period {
            patience = min(patience, Int32(missing * 1000 / device.format.rate + 1))
        }
        let result = device.wait(milliseconds: patience)
        isWoken = result > 0
        if result > 0 || result == -Int(EINTR) { return .supplied }
        if result < 0 { return recover(from: result) }
        idleness += patience
        return idleness < Self.longestIdleness ? .supplied : .failed(-Int(ETIMEDOUT))
    }

    private mutating func recover(from error: Int) -> Step {
        if error == -Int(ENODEV) { return .failed(error) }
        let result = device.recover(from: error)
        if result == -Int(EAGAIN) { return wait() }
        failures += 1
        guard result == 0, failures <= Self.mostFailures else { return .failed(error) }
        if error == -Int(EPIPE) { xruns += 1 }
        if error == -Int(ESTRPIPE) { suspensions += 1 }
        gain = .rising(over: resumption)
        restOfPeriod = device.period
        comeBack()
        fillWithSilence(frames: device.buffer - pending.count / device.format.channels)
        return .supplied
    }

    /// Lets what is pending begin in silence, after a gap.
    private mutating func comeBack() {
        guard gain.isMoving else { return }
        let channels = device.format.channels
        for frame in stride(from: pending.lowerBound, to: pending.upperBound, by: channels) {
            for channel in 0..<channels { mix[frame + channel] *= gain.value }
            gain.advance(by: 1)
        }
    }

    /// What goes wrong here is met again, and dealt with, by the next step.
    private func fillWithSilence(frames: Int) {
        var remaining = frames * device.format.channels
        while remaining > 0 {
            let written = device.write(UnsafeBufferPointer(rebasing: silence[..<min(remaining, silence.count)]))
            guard written > 0 else { return }
            remaining -= written * device.format.channels
        }
    }
}
