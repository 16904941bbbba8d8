import CALSA
import Glibc

/// A PCM of alsa-lib, opened for playing and configured.
///
/// `@unchecked Sendable`: it is made on one thread and then handed to another, which alone uses it.
final class ALSAPCM: PCM, @unchecked Sendable {
    let name: String
    let format: AudioFormat
    let period: Int
    let buffer: Int

    private let handle: OpaquePointer
    private let sampleFormat: SampleFormat
    /// Room for a period in the device's own format.
    private let converted: UnsafeMutableRawPointer

    private enum SampleFormat: CaseIterable {
        case s16, s32, float

        var alsa: snd_pcm_format_t {
            switch self {
            case .s16: SND_PCM_FORMAT_S16
            case .s32: SND_PCM_FORMAT_S32
            case .float: SND_PCM_FORMAT_FLOAT
            }
        }
    }

    /// What the device was configured to.
    private struct Configuration {
        var sampleFormat = SampleFormat.s16
        var rate: UInt32 = 48_000
        var channels: UInt32 = 2
        var period: snd_pcm_uframes_t = 0
        var buffer: snd_pcm_uframes_t = 0
    }

    /// Opens `name` and agrees with it on a format: 48 kHz, 16 bits and stereo, or what comes next to that.
    init(_ name: String, buffering: AudioBuffering) throws(AudioOutputError) {
        calsa_silence_errors()
        var opened: OpaquePointer?
        // Without NONBLOCK, opening a card that is in use would wait until it is free.
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard result == 0, let opened else { throw Self.openingError(result, device: name) }
        do throws(AudioOutputError) {
            let configuration = try Self.configure(opened, name: name, buffering: buffering)
            self.name = name
            handle = opened
            format = AudioFormat(rate: Int(configuration.rate), channels: Int(configuration.channels))
            sampleFormat = configuration.sampleFormat
            period = Int(configuration.period)
            buffer = Int(configuration.buffer)
            converted = .allocate(byteCount: period * format.channels * 4, alignment: 16)
        } catch {
            snd_pcm_close(opened)
            throw error
        }
    }

    deinit {
        // Drop first: closing alone would let some plug-ins play what is left.
        snd_pcm_drop(handle)
        snd_pcm_close(handle)
        converted.deallocate()
    }

    /// For people: format, period and buffer.
    var summary: String {
        let bits = String(cString: snd_pcm_format_name(sampleFormat.alsa))
        return "\(name) (\(format), \(bits), period \(period) frames, buffer \(buffer) frames)"
    }

    func availableFrames() -> Int { Int(snd_pcm_avail_update(handle)) }

    func wait(milliseconds: Int32) -> Int { Int(snd_pcm_wait(handle, milliseconds)) }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        switch sampleFormat {
        case .s16: SampleConversion.convert(samples, to: converted.assumingMemoryBound(to: Int16.self))
        case .s32: SampleConversion.convert(samples, to: converted.assumingMemoryBound(to: Int32.self))
        case .float: SampleConversion.convert(samples, to: converted.assumingMemoryBound(to: Float.self))
        }
        return Int(snd_pcm_writei(handle, converted, snd_pcm_uframes_t(samples.count / format.channels)))
    }

    func recover(from error: Int) -> Int { Int(snd_pcm_recover(handle, Int32(error), 1)) }

    /// ALSA's words for one of its errors.
    static func reason(_ error: Int) -> String { String(cString: snd_strerror(Int32(error))) }
}

// MARK: - Opening

extension ALSAPCM {
    private static func openingError(_ error: Int32, device: String) -> AudioOutputError {
        let cards = SoundCards()
        switch -error {
        case EBUSY:
            return .busy(device: device, owners: cards.owners)
        case EACCES, EPERM:
            return .noPermission(device: device, group: cards.group)
        case ENOENT, ENODEV, ENXIO, EINVAL:
            // A name that ALSA cannot parse is EINVAL; a card that cannot be opened does not exist for alsa-lib.
            if cards.areForbidden { return .noPermission(device: device, group: cards.group) }
            let available = cards.playbackDevices
            return available.isEmpty
                ? .noSoundCard(device: device) : .noSuchDevice(device: device, available: available)
        default:
            return .unusable(device: device, reason: reason(Int(error)))
        }
    }

    private static func configure(
        _ handle: OpaquePointer, name: String, buffering: AudioBuffering
    ) throws(AudioOutputError) -> Configuration {
        func check(_ result: Int32, _ step: String) throws(AudioOutputError) {
            guard result < 0 else { return }
            throw .unusable(device: name, reason: "\(step): \(reason(Int(result)))")
        }
        var hardware: OpaquePointer?
        var software: OpaquePointer?
        defer {
            snd_pcm_hw_params_free(hardware)
            snd_pcm_sw_params_free(software)
        }
        try check(snd_pcm_hw_params_malloc(&hardware), "hardware parameters")
        try check(snd_pcm_sw_params_malloc(&software), "software parameters")

        var agreed = Configuration()
        try check(snd_pcm_hw_params_any(handle, hardware), "its capabilities")
        // Sounds were brought to the device's rate when they were loaded, better than ALSA would do it.
        try check(snd_pcm_hw_params_set_rate_resample(handle, hardware, 0), "its own rate")
        try check(
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved samples")
        let offered = SampleFormat.allCases.first { snd_pcm_hw_params_test_format(handle, hardware, $0.alsa) == 0 }
        guard let offered else {
            throw .unusable(device: name, reason: "it offers neither S16, nor S32, nor FLOAT samples")
        }
        agreed.sampleFormat = offered
        try check(snd_pcm_hw_params_set_format(handle, hardware, offered.alsa), "sample format")
        try check(snd_pcm_hw_params_set_channels_near(handle, hardware, &agreed.channels), "channels")
        try check(snd_pcm_hw_params_set_rate_near(handle, hardware, &agreed.rate, nil), "rate")

        let format = AudioFormat(rate: Int(agreed.rate), channels: Int(agreed.channels))
        agreed.period = snd_pcm_uframes_t(format.frames(in: buffering.period))
        try check(snd_pcm_hw_params_set_period_size_near(handle, hardware, &agreed.period, nil), "period")
        agreed.buffer = max(snd_pcm_uframes_t(format.frames(in: buffering.buffer)), agreed.period * 2)
        try check(snd_pcm_hw_params_set_buffer_size_near(handle, hardware, &agreed.buffer), "buffer")
        try check(snd_pcm_hw_params(handle, hardware), "its configuration")
        try check(snd_pcm_hw_params_get_period_size(hardware, &agreed.period, nil), "period")
        try check(snd_pcm_hw_params_get_buffer_size(hardware, &agreed.buffer), "buffer")
        guard agreed.buffer >= agreed.period * 2 else {
            throw .unusable(device: name, reason: "its buffer holds less than two periods")
        }

        try check(snd_pcm_sw_params_current(handle, software), "its software parameters")
        try check(snd_pcm_sw_params_set_start_threshold(handle, software, agreed.buffer), "start threshold")
        try check(snd_pcm_sw_params_set_avail_min(handle, software, agreed.period), "wake-up threshold")
        try check(snd_pcm_sw_params(handle, software), "its software parameters")
        return agreed
    }
}
