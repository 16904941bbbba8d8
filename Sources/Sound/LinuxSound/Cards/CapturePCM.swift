import CHardware
import CarillonAudio
import Glibc

/// An alsa-lib PCM that captures. Used by one thread only.
final class CapturePCM {
    struct Failure: Error {
        let reason: String
    }

    /// The period and the buffer, in milliseconds.
    private static let period = 20
    private static let buffer = 200

    /// The frames per second.
    let rate: Int
    /// The number of times that the buffer was full.
    private(set) var xruns = 0

    private let handle: OpaquePointer
    private let channels: Int
    private let isWide: Bool
    private let frames: Int
    private let raw: UnsafeMutableRawPointer
    private let samples: UnsafeMutableBufferPointer<Float>
    /// The waker's descriptor, followed by the device's descriptors.
    private let descriptors: UnsafeMutableBufferPointer<pollfd>
    private let waker: Waker

    /// Opens a device, and starts it. One channel and 48 kHz are asked for; the nearest are taken.
    init(_ name: String, waker: Waker) throws(Failure) {
        let opened = try Self.open(name)
        var hardware: OpaquePointer?
        defer { snd_pcm_hw_params_free(hardware) }
        var (rate, channels) = (UInt32(48_000), UInt32(1))
        var period = snd_pcm_uframes_t(0)
        do throws(Failure) {
            try Self.check(snd_pcm_hw_params_malloc(&hardware), "parameters")
            try Self.check(snd_pcm_hw_params_any(opened, hardware), "capabilities")
            try Self.check(snd_pcm_hw_params_set_rate_resample(opened, hardware, 0), "native rate")
            try Self.check(
                snd_pcm_hw_params_set_access(opened, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved samples")
            isWide = snd_pcm_hw_params_set_format(opened, hardware, SND_PCM_FORMAT_S16) != 0
            if isWide {
                try Self.check(
                    snd_pcm_hw_params_set_format(opened, hardware, SND_PCM_FORMAT_S32), "S16 or S32 samples")
            }
            try Self.check(snd_pcm_hw_params_set_channels_near(opened, hardware, &channels), "channels")
            try Self.check(snd_pcm_hw_params_set_rate_near(opened, hardware, &rate, nil), "rate")
            period = snd_pcm_uframes_t(Int(rate) * Self.period / 1000)
            try Self.check(snd_pcm_hw_params_set_period_size_near(opened, hardware, &period, nil), "period")
            var buffer = max(snd_pcm_uframes_t(Int(rate) * Self.buffer / 1000), period * 2)
            try Self.check(snd_pcm_hw_params_set_buffer_size_near(opened, hardware, &buffer), "buffer")
            try Self.check(snd_pcm_hw_params(opened, hardware), "configuration")
            try Self.check(snd_pcm_hw_params_get_period_size(hardware, &period, nil), "period")
            // A prepared device that is only polled does not run.
            try Self.check(snd_pcm_start(opened), "start")
        } catch {
            snd_pcm_close(opened)
            throw error
        }
        handle = opened
        (self.rate, self.channels, self.waker) = (Int(rate), Int(channels), waker)
        frames = max(Int(period), 1)
        raw = .allocate(byteCount: frames * Int(channels) * 4, alignment: 16)
        samples = .allocate(capacity: frames)
        samples.initialize(repeating: 0)
        let count = max(Int(snd_pcm_poll_descriptors_count(handle)), 0)
        descriptors = .allocate(capacity: 1 + count)
        descriptors.initialize(repeating: pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0))
    }

    deinit {
        snd_pcm_drop(handle)
        snd_pcm_close(handle)
        raw.deallocate()
        samples.deallocate()
        descriptors.deallocate()
    }

    /// Waits for sound, for at most 100 ms, and returns up to a period of its first channel, full scale 1; nil if there is
    /// none yet.
    func read() throws(Failure) -> UnsafeMutableBufferPointer<Float>? {
        let own = UnsafeMutableBufferPointer(rebasing: descriptors[1...])
        let count = max(Int(snd_pcm_poll_descriptors(handle, own.baseAddress, UInt32(own.count))), 0)
        let events = poll(descriptors.baseAddress, nfds_t(1 + count), 100)
        if events > 0, descriptors[0].revents != 0 { waker.clear() }
        var translated: UInt16 = 0
        if events > 0 { _ = snd_pcm_poll_descriptors_revents(handle, own.baseAddress, UInt32(count), &translated) }
        let isFaulty = Int32(translated) & (POLLERR | POLLHUP | POLLNVAL) != 0
        let got = snd_pcm_readi(handle, raw, snd_pcm_uframes_t(frames))
        if got > 0 { return converted(Int(got)) }
        switch Int32(-got) {
        case 0: return nil
        case EAGAIN:
            // A card that was pulled out is found here: reading it only finds no sound.
            guard isFaulty, snd_pcm_state(handle) == SND_PCM_STATE_DISCONNECTED else { return nil }
            throw Failure(reason: String(cString: strerror(ENODEV)))
        case EPIPE:
            xruns += 1
            try restart()
        case ESTRPIPE: try restart()
        case EINTR: break
        default: throw Failure(reason: String(cString: snd_strerror(Int32(got))))
        }
        return nil
    }

    private func restart() throws(Failure) {
        try Self.check(snd_pcm_prepare(handle), "recovery")
        try Self.check(snd_pcm_start(handle), "start")
    }

    private func converted(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
        if isWide {
            let wide = raw.assumingMemoryBound(to: Int32.self)
            for frame in 0..<count { samples[frame] = Float(wide[frame * channels]) / 2_147_483_648 }
        } else {
            let narrow = raw.assumingMemoryBound(to: Int16.self)
            for frame in 0..<count { samples[frame] = Float(narrow[frame * channels]) / 32_768 }
        }
        return UnsafeMutableBufferPointer(rebasing: samples[..<count])
    }

    private static func check(_ result: Int32, _ step: String) throws(Failure) {
        if result < 0 { throw Failure(reason: "\(step): \(String(cString: snd_strerror(result)))") }
    }

    /// Opens a device; captures nothing.
    static func open(_ name: String) throws(Failure) -> OpaquePointer {
        calsa_silence_errors()
        calsa_silence_jack(name)
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        if result == 0, let opened { return opened }
        throw Failure(reason: openingReason(result, SoundCards(direction: .capture)))
    }

    /// Returns the reason for an error of opening, and a remedy. For alsa-lib, a card that cannot be opened does not exist.
    static func openingReason(_ error: Int32, _ cards: SoundCards) -> String {
        let isForbidden = -error == EACCES || -error == EPERM
        if isForbidden || (-error != EBUSY && cards.areForbidden) {
            return "no permission; add your user to the group \(cards.group) (sudo usermod -aG \(cards.group) $USER) "
                + "and log in again"
        }
        guard -error == EBUSY else {
            return "\(String(cString: snd_strerror(error))); plug it in, or name one that arecord -L lists"
        }
        guard let owner = cards.owners.first else { return "another program uses it" }
        return "\(owner.program) (process \(owner.process)) uses it"
    }
}
