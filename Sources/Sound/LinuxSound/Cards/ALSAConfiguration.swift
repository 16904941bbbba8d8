import CHardware
import CarillonAudio

/// The configuration negotiated with a device.
public struct ALSAConfiguration: Equatable, Sendable {
    /// The way in which samples are passed to the device.
    public enum Access: Equatable, Sendable {
        /// Samples are written into the device's own memory.
        case mapped
        /// Samples are passed to alsa-lib, or to the kernel, which copies them.
        case written
    }

    /// The way in which samples are passed to the device.
    public internal(set) var access = Access.written
    /// The representation of a sample on the device.
    public internal(set) var sampleFormat = SampleFormat.s16
    /// The sample rate and the number of channels.
    public internal(set) var format = AudioFormat.standard
    /// The number of frames in each transfer to the device.
    public internal(set) var period = 0
    /// The number of frames that the device's buffer can hold.
    public internal(set) var buffer = 0
}

extension ALSAConfiguration: CustomStringConvertible {
    /// The configuration in one line: `48000 Hz, 2 channels, S16_LE, mapped, period 240 frames, buffer 960 frames`.
    public var description: String {
        let bits = String(cString: snd_pcm_format_name(sampleFormat.alsa))
        let access = access == .mapped ? ", mapped" : ""
        return "\(format), \(bits)\(access), period \(period) frames, buffer \(buffer) frames"
    }
}

extension SampleFormat {
    var alsa: snd_pcm_format_t {
        switch self {
        case .s16: SND_PCM_FORMAT_S16
        case .s32: SND_PCM_FORMAT_S32
        case .s24: SND_PCM_FORMAT_S24
        case .s24Packed: SND_PCM_FORMAT_S24_3LE
        case .float: SND_PCM_FORMAT_FLOAT
        }
    }
}

/// Negotiates a configuration with a PCM.
struct ALSANegotiation {
    /// The step that failed, with its error.
    struct Failure: Error {
        let step: String
        let error: Int32
    }

    private let handle: OpaquePointer
    private let hardware: OpaquePointer
    private let software: OpaquePointer

    /// Configures a PCM and returns the negotiated configuration.
    ///
    /// - Parameters:
    ///   - handle: An open PCM, which is ready to play afterwards.
    ///   - wanted: The required format; nil for 48 kHz stereo, or the nearest format.
    static func configure(
        _ handle: OpaquePointer, buffering: AudioBuffering, as wanted: AudioFormat?
    ) throws(Failure) -> ALSAConfiguration {
        var hardware: OpaquePointer?
        var software: OpaquePointer?
        defer {
            snd_pcm_hw_params_free(hardware)
            snd_pcm_sw_params_free(software)
        }
        guard snd_pcm_hw_params_malloc(&hardware) == 0, snd_pcm_sw_params_malloc(&software) == 0,
            let hardware, let software
        else { throw Failure(step: "parameters", error: -ENOMEM) }
        let negotiation = ALSANegotiation(handle: handle, hardware: hardware, software: software)
        let agreed = try negotiation.agree(buffering: buffering, as: wanted)
        try negotiation.prepare(agreed)
        return agreed
    }

    private func agree(
        buffering: AudioBuffering, as wanted: AudioFormat?
    ) throws(Failure) -> ALSAConfiguration {
        var agreed = ALSAConfiguration()
        try check(snd_pcm_hw_params_any(handle, hardware), "capabilities")
        // ALSA's resampling is off: sounds were resampled to the device's rate when they were loaded, with better
        // quality.
        try check(snd_pcm_hw_params_set_rate_resample(handle, hardware, 0), "native rate")
        agreed.access = try agreeOnAccess()
        agreed.sampleFormat = try agreeOnSampleFormat()
        agreed.format = try agreeOnFormat(wanted)

        var period = snd_pcm_uframes_t(agreed.format.frames(in: buffering.period))
        try check(snd_pcm_hw_params_set_period_size_near(handle, hardware, &period, nil), "period")
        var buffer = max(snd_pcm_uframes_t(agreed.format.frames(in: buffering.buffer)), period * 2)
        try check(snd_pcm_hw_params_set_buffer_size_near(handle, hardware, &buffer), "buffer")
        try check(snd_pcm_hw_params(handle, hardware), "configuration")
        try check(snd_pcm_hw_params_get_period_size(hardware, &period, nil), "period")
        try check(snd_pcm_hw_params_get_buffer_size(hardware, &buffer), "buffer")
        guard buffer >= period * 2 else { throw Failure(step: "a buffer of two periods", error: -EINVAL) }
        agreed.period = Int(period)
        agreed.buffer = Int(buffer)
        return agreed
    }

    /// Selects direct access to a card's own memory where possible, because it saves a copy. Most plug-ins only emulate
    /// such memory, and copy as well.
    private func agreeOnAccess() throws(Failure) -> ALSAConfiguration.Access {
        let isCard = [SND_PCM_TYPE_HW, SND_PCM_TYPE_DMIX].contains(snd_pcm_type(handle))
        if isCard, snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_MMAP_INTERLEAVED) == 0 {
            return .mapped
        }
        try check(
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved samples")
        return .written
    }

    private func agreeOnSampleFormat() throws(Failure) -> SampleFormat {
        for format in SampleFormat.allCases
        where snd_pcm_hw_params_test_format(handle, hardware, format.alsa) == 0 {
            try check(snd_pcm_hw_params_set_format(handle, hardware, format.alsa), "sample format")
            return format
        }
        throw Failure(step: "S16, S32, S24, S24_3LE or FLOAT samples", error: -EINVAL)
    }

    private func agreeOnFormat(_ wanted: AudioFormat?) throws(Failure) -> AudioFormat {
        if let wanted {
            try check(snd_pcm_hw_params_set_channels(handle, hardware, UInt32(wanted.channels)), "channels")
            try check(snd_pcm_hw_params_set_rate(handle, hardware, UInt32(wanted.rate), 0), "rate")
            return wanted
        }
        var (rate, channels) = (UInt32(AudioFormat.standard.rate), UInt32(AudioFormat.standard.channels))
        try check(snd_pcm_hw_params_set_channels_near(handle, hardware, &channels), "channels")
        try check(snd_pcm_hw_params_set_rate_near(handle, hardware, &rate, nil), "rate")
        return AudioFormat(rate: Int(rate), channels: Int(channels))
    }

    private func prepare(_ agreed: ALSAConfiguration) throws(Failure) {
        try check(snd_pcm_sw_params_current(handle, software), "software parameters")
        try check(
            snd_pcm_sw_params_set_start_threshold(handle, software, snd_pcm_uframes_t(agreed.buffer)),
            "start threshold")
        try check(
            snd_pcm_sw_params_set_avail_min(handle, software, snd_pcm_uframes_t(agreed.period)), "wake-up threshold")
        try check(snd_pcm_sw_params(handle, software), "software parameters")
    }

    private func check(_ result: Int32, _ step: String) throws(Failure) {
        if result < 0 { throw Failure(step: step, error: result) }
    }
}
