import CHardware
import CarillonAudio
import Glibc

/// An alsa-lib PCM, opened for playing and configured.
///
/// `@unchecked Sendable`: one thread creates it and passes it to another one, which alone uses it from then on.
final class ALSAPCM: PCM, @unchecked Sendable {
    let name: String
    let configuration: ALSAConfiguration

    private let handle: OpaquePointer
    /// Memory for a period in the device's own format.
    private let converted: UnsafeMutableRawPointer
    /// The waker's descriptor, followed by the device's descriptors.
    private let descriptors: UnsafeMutableBufferPointer<pollfd>
    private let waker: Waker
    /// The number of frames written since the device was last prepared, up to a full buffer. Counted for mapped access
    /// only.
    private var framesBeforeStart = 0

    /// Opens `name` and negotiates a format.
    ///
    /// - Parameters:
    ///   - format: The required format; nil for 48 kHz stereo, or the nearest format.
    ///   - waker: Interrupts `wait(milliseconds:)`.
    init(
        _ name: String, buffering: AudioBuffering, as format: AudioFormat? = nil, waker: Waker
    ) throws(AudioOutputError) {
        calsa_silence_errors()
        calsa_silence_jack(name)
        var opened: OpaquePointer?
        // Without NONBLOCK, opening a card that is in use would block until it is free.
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard result == 0, let opened else { throw Self.openingError(result, device: name) }
        do throws(ALSANegotiation.Failure) {
            configuration = try ALSANegotiation.configure(opened, buffering: buffering, as: format)
        } catch {
            snd_pcm_close(opened)
            throw .unusable(device: name, reason: "\(error.step): \(Self.reason(Int(error.error)))")
        }
        self.name = name
        self.waker = waker
        handle = opened
        converted = .allocate(
            byteCount: configuration.period * configuration.format.channels * configuration.sampleFormat.bytes,
            alignment: 16)
        let count = max(Int(snd_pcm_poll_descriptors_count(handle)), 0)
        descriptors = .allocate(capacity: 1 + count)
        descriptors.initialize(repeating: pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0))
    }

    deinit {
        // Drop first, because closing alone lets some plug-ins play the remaining samples.
        snd_pcm_drop(handle)
        snd_pcm_close(handle)
        converted.deallocate()
        descriptors.deallocate()
    }

    var format: AudioFormat { configuration.format }
    var period: Int { configuration.period }
    var buffer: Int { configuration.buffer }

    /// The name, format, period and buffer, for users.
    var summary: String { "\(name) (\(configuration))" }

    func availableFrames(isExact: Bool) -> Int {
        Int(isExact ? snd_pcm_avail(handle) : snd_pcm_avail_update(handle))
    }

    func wait(milliseconds: Int32) -> Int {
        let own = UnsafeMutableBufferPointer(rebasing: descriptors[1...])
        let count = snd_pcm_poll_descriptors(handle, own.baseAddress, UInt32(own.count))
        guard count >= 0 else { return Int(count) }
        let result = poll(descriptors.baseAddress, nfds_t(1 + count), milliseconds)
        guard result > 0 else { return result < 0 ? -Int(errno) : 0 }
        if descriptors[0].revents != 0 { waker.clear() }
        // alsa-lib translates the events, because their meaning depends on the plug-in. Some plug-ins require this
        // call.
        var events: UInt16 = 0
        _ = snd_pcm_poll_descriptors_revents(handle, own.baseAddress, UInt32(count), &events)
        let isFaulty = Int32(events) & (POLLERR | POLLHUP | POLLNVAL) != 0
        return isFaulty ? fault : Int(result)
    }

    /// The error of a device whose poll has reported a fault. A disconnected card is only detected here: querying its
    /// free space still succeeds.
    private var fault: Int {
        switch snd_pcm_state(handle) {
        case SND_PCM_STATE_XRUN: -Int(EPIPE)
        case SND_PCM_STATE_SUSPENDED: -Int(ESTRPIPE)
        case SND_PCM_STATE_DISCONNECTED: -Int(ENODEV)
        default: -Int(EIO)
        }
    }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        switch configuration.access {
        case .written:
            configuration.sampleFormat.convert(samples, to: converted)
            return Int(snd_pcm_writei(handle, converted, snd_pcm_uframes_t(samples.count / format.channels)))
        case .mapped:
            let written = writeMapped(samples)
            return written > 0 ? start(after: written) ?? written : written
        }
    }

    private func writeMapped(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let frames = samples.count / format.channels
        let available = snd_pcm_avail_update(handle)
        guard available >= 0 else { return Int(available) }
        var written = 0
        while written < frames {
            var areas: UnsafePointer<snd_pcm_channel_area_t>?
            var offset: snd_pcm_uframes_t = 0
            var count = snd_pcm_uframes_t(frames - written)
            let result = snd_pcm_mmap_begin(handle, &areas, &offset, &count)
            guard result == 0, let area = areas?.pointee, let memory = area.addr else {
                return written > 0 ? written : Int(result)
            }
            guard count > 0 else { break }
            let target = memory + (Int(area.first) + Int(offset) * Int(area.step)) / 8
            let piece = samples[(written * format.channels)..<((written + Int(count)) * format.channels)]
            configuration.sampleFormat.convert(UnsafeBufferPointer(rebasing: piece), to: target)
            let committed = snd_pcm_mmap_commit(handle, offset, count)
            guard committed > 0 else { return written > 0 ? written : Int(committed) }
            written += committed
        }
        return written > 0 ? written : -Int(EAGAIN)
    }

    /// Starts the device when it is full, and returns an error if that fails. alsa-lib starts it by itself only for
    /// samples that are written, not for mapped ones.
    private func start(after frames: Int) -> Int? {
        guard framesBeforeStart < buffer else { return nil }
        framesBeforeStart += frames
        guard framesBeforeStart >= buffer else { return nil }
        let result = snd_pcm_start(handle)
        return result < 0 ? Int(result) : nil
    }

    func recover(from error: Int) -> Int {
        if error == -Int(ESTRPIPE) {
            // Some devices resume by themselves, but play the samples that they held. All devices can be prepared
            // again.
            let result = snd_pcm_resume(handle)
            if result == -EAGAIN { return Int(result) }
            snd_pcm_drop(handle)
        }
        framesBeforeStart = 0
        return Int(snd_pcm_prepare(handle))
    }

    /// Returns ALSA's message for one of its errors.
    static func reason(_ error: Int) -> String { String(cString: snd_strerror(Int32(error))) }

    static func openingError(_ error: Int32, device: String) -> AudioOutputError {
        let cards = SoundCards()
        switch -error {
        case EBUSY:
            return .busy(device: device, owners: cards.owners)
        case EACCES, EPERM:
            return .noPermission(device: device, group: cards.group)
        case ENOENT, ENODEV, ENXIO, EINVAL:
            // ALSA reports EINVAL for a name that it cannot parse. For alsa-lib, a card that cannot be opened does not
            // exist.
            if cards.areForbidden { return .noPermission(device: device, group: cards.group) }
            let available = cards.devices
            return available.isEmpty
                ? .noSoundCard(device: device) : .noSuchDevice(device: device, available: available)
        default:
            return .unusable(device: device, reason: reason(Int(error)))
        }
    }
}
