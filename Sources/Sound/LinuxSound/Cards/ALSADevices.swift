import CHardware
import CarillonAudio
import CarillonScheduling
import Glibc

extension AudioDevice {
    /// Opens the output.
    ///
    /// - Parameters:
    ///   - scheduler: The clock of outputs other than sound cards.
    ///   - buffering: The amount of sound that is rendered in advance for the sound card.
    ///   - idlePolicy: The use of the sound card while nothing sounds.
    /// - Throws: `AudioOutputError`, which names the device and the remedy.
    public func open(
        pacedBy scheduler: any Scheduler, buffering: AudioBuffering = .standard,
        idlePolicy: AudioIdlePolicy = .keepRunning
    ) throws(AudioOutputError) -> any AudioOutput {
        switch self {
        case .silent: SilentOutput(pacedBy: scheduler)
        case .file(let path): try WAVFileOutput(path: path, pacedBy: scheduler)
        case .alsa(let name): try ALSAOutput(name, buffering: buffering, idlePolicy: idlePolicy)
        }
    }
}

extension AudioEngine {
    /// Opens a device and starts an engine on it. May take some milliseconds.
    ///
    /// - Parameters:
    ///   - device: A sound card, a file, or none.
    ///   - scheduler: The clock of outputs other than sound cards, and the queue on which the engine reports events and
    ///     ended voices.
    ///   - buffering: The amount of sound that is rendered in advance for the sound card.
    ///   - idlePolicy: The use of the sound card while nothing sounds.
    ///   - onEvent: Called on the queue, for example when the sound card is unplugged or the disk is full.
    /// - Throws: `AudioOutputError`, which names the device and the remedy.
    public convenience init(
        device: AudioDevice, pacedBy scheduler: any Scheduler, buffering: AudioBuffering = .standard,
        idlePolicy: AudioIdlePolicy = .keepRunning, onEvent: @escaping @Sendable (AudioEvent) -> Void = { _ in }
    ) throws(AudioOutputError) {
        let output = try device.open(pacedBy: scheduler, buffering: buffering, idlePolicy: idlePolicy)
        try self.init(outputs: [output], on: scheduler, onEvent: onEvent)
    }
}

/// The formats, rates and channels that a sound card plays without conversion.
public struct PlaybackCapabilities: Equatable, Sendable {
    /// The sample formats, by their names in ALSA, such as `S16_LE`.
    public var formats: [String]
    /// The supported rates, in hertz, among those of common sound files and devices.
    public var rates: [Int]
    /// The smallest and the largest number of channels.
    public var channels: ClosedRange<Int>
}

extension PlaybackDevice {
    /// The devices on which this machine can play: the sound cards, followed by ALSA's own names, such as `default` and
    /// `pipewire`.
    public static var all: [PlaybackDevice] { SoundCards().devices + namedPCMs }

    /// The rates of common sound files and devices.
    private static let usualRates = [
        8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
    ]

    /// Queries the capabilities of the device. For a sound card, these are the card's own, without ALSA's conversions. The
    /// call opens the device for a moment, which may take some milliseconds. May be called from any thread.
    ///
    /// - Throws: `AudioOutputError` if the device cannot be opened, for example because it is in use.
    public func capabilities() throws(AudioOutputError) -> PlaybackCapabilities {
        calsa_silence_errors()
        calsa_silence_jack(name)
        let hardware = name.hasPrefix("plughw:") ? String(name.dropFirst("plug".count)) : name
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, hardware, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard result == 0, let handle = opened else { throw openingError(result) }
        defer { snd_pcm_close(handle) }
        var parameters: OpaquePointer?
        defer { snd_pcm_hw_params_free(parameters) }
        guard snd_pcm_hw_params_malloc(&parameters) == 0, snd_pcm_hw_params_any(handle, parameters) >= 0 else {
            throw .unusable(device: name, reason: "it does not report its formats")
        }
        var (fewest, most): (UInt32, UInt32) = (0, 0)
        snd_pcm_hw_params_get_channels_min(parameters, &fewest)
        snd_pcm_hw_params_get_channels_max(parameters, &most)
        return PlaybackCapabilities(
            formats: (0...SND_PCM_FORMAT_LAST.rawValue).map { snd_pcm_format_t(rawValue: $0) }
                .filter { snd_pcm_hw_params_test_format(handle, parameters, $0) == 0 }
                .compactMap { snd_pcm_format_name($0).map { String(cString: $0) } },
            rates: Self.usualRates.filter { snd_pcm_hw_params_test_rate(handle, parameters, UInt32($0), 0) == 0 },
            channels: Int(fewest)...Int(max(fewest, most)))
    }

    private func openingError(_ error: Int32) -> AudioOutputError {
        let cards = SoundCards()
        return switch -error {
        case EBUSY: .busy(device: name, owners: cards.owners)
        case EACCES, EPERM: .noPermission(device: name, group: cards.group)
        default: .unusable(device: name, reason: String(cString: snd_strerror(error)))
        }
    }

    /// The PCMs named in alsa-lib's configuration. Names with a colon belong to cards, and are omitted because
    /// `SoundCards` lists the cards.
    private static var namedPCMs: [PlaybackDevice] {
        calsa_silence_errors()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        return sequence(first: hints) { $0 + 1 }.prefix { $0.pointee != nil }.compactMap { hint in
            func text(_ id: String) -> String? {
                guard let text = snd_device_name_get_hint(hint.pointee, id) else { return nil }
                defer { free(text) }
                return String(cString: text)
            }
            guard let name = text("NAME"), !name.contains(":"), text("IOID") != "Input" else { return nil }
            let title = text("DESC")?.split(separator: "\n").first.map(String.init)
            return PlaybackDevice(name: name, title: title ?? name)
        }
    }
}
