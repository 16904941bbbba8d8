import CHardware
import CarillonAudio
import CarillonScheduling
import Glibc

/// The hardware volume of a sound card: a control of its mixer, as in `amixer` and `alsamixer`.
///
///     let volume = try HardwareVolume(card: "hw:Headphones", control: "Headphone")
///     try volume.setGain(-12)
///
/// A setting persists after the program ends. Any thread may call the methods, except an audio thread, because each
/// call makes one or two system calls.
public final class HardwareVolume: Sendable {
    /// The range of the gain, in decibels.
    public let range: ClosedRange<Double>

    private let card: String
    private let control: String
    private let mixer: Locked<(handle: OpaquePointer, element: OpaquePointer)>

    /// Opens a control of a card's mixer.
    ///
    /// - Parameters:
    ///   - card: The name in ALSA: `default`, `hw:0`, `hw:Headphones`.
    ///   - control: The control's name, without "Playback Volume": `Master`, `PCM`, `Headphone`.
    /// - Throws: `AudioOutputError` if there is no such card or control, or if the control has no decibel scale.
    public init(card: String, control: String) throws(AudioOutputError) {
        let handle = try Self.openMixer(card)
        do throws(AudioOutputError) {
            let element = try Self.find(control, in: handle, card: card)
            var (low, high) = (0, 0)
            let result = snd_mixer_selem_get_playback_dB_range(element, &low, &high)
            guard result == 0, low <= high else {
                throw .unusable(device: card, reason: "its volume \"\(control)\" has no decibel scale")
            }
            range = Double(low) / 100...Double(high) / 100
            mixer = Locked((handle, element))
        } catch {
            snd_mixer_close(handle)
            throw error
        }
        self.card = card
        self.control = control
    }

    /// Opens a control of the card that an ALSA PCM plays on.
    ///
    /// - Parameter name: The name of the PCM, such as `plughw:CARD=Headphones,DEV=0`.
    /// - Throws: The errors of `init(card:control:)`.
    package convenience init(ofDevice name: String, control: String) throws(AudioOutputError) {
        try self.init(card: Self.card(ofDevice: name), control: control)
    }

    /// A card's mixer knows neither conversions nor the devices of the card.
    static func card(ofDevice name: String) -> String {
        let card = name.hasPrefix("plughw:") ? name.dropFirst("plug".count) : name[...]
        return String(card.prefix { $0 != "," })
    }

    deinit { mixer.withLock { _ = snd_mixer_close($0.handle) } }

    /// Returns the names of a card's volume controls.
    ///
    /// - Throws: `AudioOutputError` if there is no such card.
    public static func controls(ofCard card: String) throws(AudioOutputError) -> [String] {
        let handle = try openMixer(card)
        defer { snd_mixer_close(handle) }
        return volumes(of: handle).map(\.name)
    }

    /// The current gain in decibels. If the channels differ, the gain of the loudest one.
    ///
    /// - Throws: `AudioOutputError` if the card no longer exists.
    public var gain: Double {
        get throws(AudioOutputError) {
            try locked { element throws(AudioOutputError) in
                var loudest = Int.min
                for channel in Self.channels(of: element) {
                    var gain = 0
                    try check(snd_mixer_selem_get_playback_dB(element, channel, &gain))
                    loudest = max(loudest, gain)
                }
                return Double(loudest) / 100
            }
        }
    }

    /// Sets the gain of all channels.
    ///
    /// - Parameter decibels: Values outside of `range` are clamped. The card selects a step near the value.
    /// - Throws: `AudioOutputError` if the card no longer exists, or refuses the value.
    public func setGain(_ decibels: Double) throws(AudioOutputError) {
        let gain = decibels.isNaN ? range.lowerBound : min(max(decibels, range.lowerBound), range.upperBound)
        try locked { element throws(AudioOutputError) in
            try check(snd_mixer_selem_set_playback_dB_all(element, Int((gain * 100).rounded()), 0))
        }
    }

    /// Whether all channels are muted. A control without a switch is never muted.
    ///
    /// - Throws: `AudioOutputError` if the card no longer exists.
    public var isMuted: Bool {
        get throws(AudioOutputError) {
            try locked { element throws(AudioOutputError) in
                guard snd_mixer_selem_has_playback_switch(element) != 0 else { return false }
                var isOn = false
                for channel in Self.channels(of: element) {
                    var value: Int32 = 0
                    try check(snd_mixer_selem_get_playback_switch(element, channel, &value))
                    if value != 0 { isOn = true }
                }
                return !isOn
            }
        }
    }

    /// Mutes or unmutes all channels.
    ///
    /// - Throws: `AudioOutputError.unusable` for a control without a switch, and if the card no longer exists.
    public func setMuted(_ isMuted: Bool) throws(AudioOutputError) {
        try locked { element throws(AudioOutputError) in
            try check(snd_mixer_selem_set_playback_switch_all(element, isMuted ? 0 : 1))
        }
    }

    /// Reads changes made by other programs, and then calls `body`, under the lock.
    private func locked<Result>(
        _ body: (OpaquePointer) throws(AudioOutputError) -> Result
    ) throws(AudioOutputError) -> Result {
        try mixer.withLock { mixer throws(AudioOutputError) in
            snd_mixer_handle_events(mixer.handle)
            return try body(mixer.element)
        }
    }

    private func check(_ result: Int32) throws(AudioOutputError) {
        guard result < 0 else { return }
        throw .unusable(device: card, reason: "its volume \"\(control)\": \(ALSAPCM.reason(Int(result)))")
    }
}

// MARK: - Finding the control

extension HardwareVolume {
    private static func openMixer(_ card: String) throws(AudioOutputError) -> OpaquePointer {
        calsa_silence_errors()
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) == 0, let handle = opened else {
            throw .unusable(device: card, reason: ALSAPCM.reason(-Int(ENOMEM)))
        }
        var result = snd_mixer_attach(handle, card)
        if result == 0 { result = snd_mixer_selem_register(handle, nil, nil) }
        if result == 0 { result = snd_mixer_load(handle) }
        guard result == 0 else {
            snd_mixer_close(handle)
            throw ALSAPCM.openingError(result, device: card)
        }
        return handle
    }

    private static func find(
        _ control: String, in handle: OpaquePointer, card: String
    ) throws(AudioOutputError) -> OpaquePointer {
        let volumes = volumes(of: handle)
        if let volume = volumes.first(where: { $0.name == control }) { return volume.element }
        throw .noSuchControl(device: card, control: control, available: volumes.map(\.name))
    }

    private static func volumes(of handle: OpaquePointer) -> [(name: String, element: OpaquePointer)] {
        var volumes: [(name: String, element: OpaquePointer)] = []
        var next = snd_mixer_first_elem(handle)
        while let element = next {
            if snd_mixer_selem_has_playback_volume(element) != 0 {
                volumes.append((String(cString: snd_mixer_selem_get_name(element)), element))
            }
            next = snd_mixer_elem_next(element)
        }
        return volumes
    }

    private static func channels(of element: OpaquePointer) -> [snd_mixer_selem_channel_id_t] {
        (SND_MIXER_SCHN_FRONT_LEFT.rawValue...SND_MIXER_SCHN_LAST.rawValue)
            .map { snd_mixer_selem_channel_id_t(rawValue: $0) }
            .filter { snd_mixer_selem_has_playback_channel(element, $0) != 0 }
    }
}
