/// A sound being played: its position and its loudness.
///
/// Several factors change the loudness at the same time: the gain, the pan, the ramp of a start, stop or fade, and the
/// level of its bus. Each factor is linear between bends, and each bend starts a new run of samples.
struct MixerVoice {
    private enum State {
        case sounding
        /// The voice is falling silent, and then ends.
        case stopping(VoiceEndReason)
        case ended(VoiceEndReason)
    }

    /// The settings of a playback, in the mixer's units.
    struct Settings {
        /// A factor.
        var gain: Float = 1
        var sides: (left: Float, right: Float) = (1, 1)
        var loops = false
        /// In frames.
        var fadeIn = 0
        var priority = VoicePriority.normal
        var bus = AudioBus.effects
        /// Whether the voice stops while its device is lost, and goes on when it is back, as an alarm does.
        var waitsForDevice = false
    }

    let id: Int
    let priority: VoicePriority
    let bus: AudioBus
    let waitsForDevice: Bool
    /// The next frame of the sound.
    private(set) var position = 0
    /// The number of times that the source was late.
    private(set) var underruns = 0

    private let source: any SampleSource
    private let loops: Bool
    private var state = State.sounding
    private var gain: Ramp
    private var left: Ramp
    private var right: Ramp
    private var envelope: Ramp
    private var isLate = false

    init(id: Int, source: any SampleSource, settings: Settings) {
        self.id = id
        self.source = source
        (priority, bus) = (settings.priority, settings.bus)
        waitsForDevice = settings.waitsForDevice || priority == .alarm
        loops = settings.loops
        gain = Ramp(settings.gain)
        left = Ramp(settings.sides.left)
        right = Ramp(settings.sides.right)
        // There is no ramp at the sound's own beginning, because it would change the sound.
        envelope = settings.fadeIn > 0 ? .rising(over: settings.fadeIn) : Ramp(1)
    }

    /// Whether the voice sounds, and is not about to end.
    var isSounding: Bool {
        if case .sounding = state { true } else { false }
    }

    /// The reason why the voice has ended; nil if it has not.
    var end: VoiceEndReason? {
        if case .ended(let reason) = state { reason } else { nil }
    }

    /// An upper bound of the frames until the voice ends; nil if it is unknown.
    var framesToEnd: Int? {
        switch state {
        case .ended: 0
        case .stopping: envelope.framesLeft
        case .sounding: loops ? nil : source.length.map { max($0 - position, 0) }
        }
    }

    mutating func setGain(_ factor: Float, over frames: Int) { gain.move(to: factor, over: frames) }

    mutating func setSides(_ sides: (left: Float, right: Float), over frames: Int) {
        left.move(to: sides.left, over: frames)
        right.move(to: sides.right, over: frames)
    }

    /// Fades the voice out and ends it. A voice that is already fading out ends no later than it would have.
    mutating func stop(_ reason: VoiceEndReason, over frames: Int) {
        switch state {
        case .ended: return
        case .stopping: if frames < envelope.framesLeft { envelope.move(to: 0, over: frames) }
        case .sounding:
            state = .stopping(reason)
            envelope.move(to: 0, over: frames)
        }
        if !envelope.isMoving || position == 0 { state = .ended(reason) }
    }

    /// Ends the voice immediately.
    mutating func cut(_ reason: VoiceEndReason) {
        if end == nil { state = .ended(reason) }
    }

    /// Fades the voice in from silence, after a pause.
    mutating func resume(over frames: Int) {
        guard isSounding, position > 0 else { return }
        envelope = .rising(over: frames)
    }

    /// Adds the voice to `mix`, and advances its position.
    ///
    /// - Parameters:
    ///   - mix: A whole number of frames, interleaved.
    ///   - level: The factor of the voice's bus.
    ///   - resumption: The frames of the fade-in after the source was late.
    mutating func add(
        to mix: UnsafeMutableBufferPointer<Float>, channels: Int, level: Ramp, resumption: Int
    ) {
        guard let start = mix.baseAddress else { return }
        var level = level
        var frame = 0
        let frames = mix.count / channels
        while frame < frames, end == nil {
            switch source.samples(from: position) {
            case .ready(let samples):
                if isLate { fadeBackIn(over: resumption) }
                let count = min(samples.count / channels, frames - frame, framesToBend(level))
                let first = gains(level)
                advance(by: count, &level)
                addSamples(
                    samples.baseAddress!, to: start + frame * channels, frames: count, channels: channels,
                    from: first, to: gains(level))
                frame += count
                position += count
                endIfDue()
            case .late:
                isLate = true
                underruns += 1
                // No samples are left to fade out.
                if case .stopping(let reason) = state { state = .ended(reason) }
                return advance(by: frames - frame, &level)
            case .end:
                if loops, position > 0 { position = 0 } else { state = .ended(.finished) }
            case .failed:
                state = .ended(.failed)
            }
        }
    }

    private mutating func endIfDue() {
        if case .stopping(let reason) = state, !envelope.isMoving {
            state = .ended(reason)
        } else if !loops, position == source.length {
            state = .ended(.finished)
        }
    }

    private mutating func fadeBackIn(over frames: Int) {
        isLate = false
        resume(over: frames)
    }

    private func gains(_ level: Ramp) -> ChannelGains {
        let other = gain.value * envelope.value * level.value
        return ChannelGains(left: other * left.value, right: other * right.value, other: other)
    }

    private func framesToBend(_ level: Ramp) -> Int {
        var frames = Int.max
        if gain.isMoving { frames = min(frames, gain.framesLeft) }
        if left.isMoving { frames = min(frames, left.framesLeft) }
        if right.isMoving { frames = min(frames, right.framesLeft) }
        if envelope.isMoving { frames = min(frames, envelope.framesLeft) }
        if level.isMoving { frames = min(frames, level.framesLeft) }
        return frames
    }

    private mutating func advance(by frames: Int, _ level: inout Ramp) {
        gain.advance(by: frames)
        left.advance(by: frames)
        right.advance(by: frames)
        envelope.advance(by: frames)
        level.advance(by: frames)
    }
}
