/// A sound being played: where it is in its sound, and how loud.
///
/// Several things make it louder and quieter at the same time: its gain and its pan, the ramp at its start, stop or
/// fade, and others that duck it. Each is a straight line, and where one bends, the mixing begins anew.
struct MixerVoice {
    private enum State {
        case sounding
        /// It falls silent, and has ended when it is.
        case stopping(VoiceEnd)
        case ended(VoiceEnd)
    }

    /// What it is to be played like, in the mixer's terms.
    struct Settings {
        /// A factor.
        var gain: Float = 1
        var sides: (left: Float, right: Float) = (1, 1)
        var loops = false
        /// In frames.
        var fadeIn = 0
        var priority = VoicePriority.normal
    }

    let id: Int
    let priority: VoicePriority
    /// The frame of its sound that comes next.
    private(set) var position = 0
    /// How often its source was late.
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
        priority = settings.priority
        loops = settings.loops
        gain = Ramp(settings.gain)
        left = Ramp(settings.sides.left)
        right = Ramp(settings.sides.right)
        // A sound's own beginning is its own business: a ramp would change it.
        envelope = settings.fadeIn > 0 ? .rising(over: settings.fadeIn) : Ramp(1)
    }

    /// Whether it sounds, and is not about to end.
    var isSounding: Bool {
        if case .sounding = state { true } else { false }
    }

    /// Why it has ended; nil as long as it has not.
    var end: VoiceEnd? {
        if case .ended(let reason) = state { reason } else { nil }
    }

    /// How many frames it is at most to its end, as far as that can be told.
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

    /// Lets it fall silent and end. One that is falling silent already does so no later than it would have.
    mutating func stop(_ reason: VoiceEnd, over frames: Int) {
        switch state {
        case .ended: return
        case .stopping: if frames < envelope.framesLeft { envelope.move(to: 0, over: frames) }
        case .sounding:
            state = .stopping(reason)
            envelope.move(to: 0, over: frames)
        }
        if !envelope.isMoving || position == 0 { state = .ended(reason) }
    }

    /// Ends it here and now.
    mutating func cut(_ reason: VoiceEnd) {
        if end == nil { state = .ended(reason) }
    }

    /// Lets it come back out of silence, after a pause.
    mutating func resume(over frames: Int) {
        guard isSounding, position > 0 else { return }
        envelope = .rising(over: frames)
    }

    /// Adds it to `mix`, and moves on.
    ///
    /// - Parameters:
    ///   - mix: A whole number of frames, interleaved.
    ///   - duck: What others leave of it.
    ///   - resumption: How many frames it takes to come back out of silence after it was late.
    mutating func add(
        to mix: UnsafeMutableBufferPointer<Float>, channels: Int, duck: Ramp, resumption: Int
    ) {
        guard let start = mix.baseAddress else { return }
        var duck = duck
        var frame = 0
        let frames = mix.count / channels
        while frame < frames, end == nil {
            switch source.samples(from: position) {
            case .ready(let samples):
                if isLate { comeBack(over: resumption) }
                let count = min(samples.count / channels, frames - frame, framesToBend(duck))
                let first = gains(duck)
                advance(by: count, &duck)
                addSamples(
                    samples.baseAddress!, to: start + frame * channels, frames: count, channels: channels,
                    from: first, to: gains(duck))
                frame += count
                position += count
                endIfDue()
            case .late:
                isLate = true
                underruns += 1
                // There is nothing to fade out.
                if case .stopping(let reason) = state { state = .ended(reason) }
                return advance(by: frames - frame, &duck)
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

    private mutating func comeBack(over frames: Int) {
        isLate = false
        resume(over: frames)
    }

    private func gains(_ duck: Ramp) -> ChannelGains {
        let other = gain.value * envelope.value * duck.value
        return ChannelGains(left: other * left.value, right: other * right.value, other: other)
    }

    private func framesToBend(_ duck: Ramp) -> Int {
        var frames = Int.max
        if gain.isMoving { frames = min(frames, gain.framesLeft) }
        if left.isMoving { frames = min(frames, left.framesLeft) }
        if right.isMoving { frames = min(frames, right.framesLeft) }
        if envelope.isMoving { frames = min(frames, envelope.framesLeft) }
        if duck.isMoving { frames = min(frames, duck.framesLeft) }
        return frames
    }

    private mutating func advance(by frames: Int, _ duck: inout Ramp) {
        gain.advance(by: frames)
        left.advance(by: frames)
        right.advance(by: frames)
        envelope.advance(by: frames)
        duck.advance(by: frames)
    }
}
