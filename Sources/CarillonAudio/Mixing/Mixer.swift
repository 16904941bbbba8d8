/// Adds the voices that sound, so that nothing clicks and nothing is too loud.
///
/// A device takes one stream of samples, an appliance has several sounds to make at once. The mixer keeps where each
/// voice is in its sound and adds them up, a stretch of frames at a time. Only so many voices sound at once: a further
/// one takes the place of one that matters less, which fades out quickly. While an alarm sounds, all others are turned
/// down. The sum goes through a limiter.
///
/// Whatever begins in mid-sound, ends or changes does so within some milliseconds, in a straight line. A sound begins
/// with its own first sample, and comes out as it went in, to the bit, if it is played alone and unchanged.
///
/// It allocates nothing after `init`. Its owner keeps the voices' sources until `takeEnded` has named their voices, so
/// that their memory is not freed by the mixer.
struct Mixer {
    /// How many voices can sound at once.
    static let mostSounding = 32
    /// How many there can be together with those that fade out.
    static let mostVoices = 64
    /// What is left of others under an alarm: -15 dB.
    static let duckedGain = Gain.amplitude(decibels: -15)

    let format: AudioFormat
    /// The oldest first.
    private var voices: [MixerVoice] = []
    private var duck = Ramp(1)
    private var limiter: Limiter
    private var isHeard = true
    private(set) var displacedCount = 0
    private var endedUnderruns = 0

    init(format: AudioFormat) {
        self.format = format
        limiter = Limiter(rate: format.rate)
        voices.reserveCapacity(Self.mostVoices)
    }

    /// How many voices have not ended yet, or have not been handed back.
    var voiceCount: Int { voices.count }

    /// How often the source of a voice was late.
    var underruns: Int { voices.reduce(endedUnderruns) { $0 + $1.underruns } }

    /// How far it is at most to the next end of a voice: at least a frame while one sounds, a second where that cannot
    /// be told; nil if there is no voice.
    var framesToNextEnd: Int? {
        var least: Int?
        for voice in voices { least = min(least ?? format.rate, voice.framesToEnd ?? format.rate) }
        return least.map { max($0, 1) }
    }

    // MARK: What is to sound

    /// Starts a voice.
    ///
    /// - Precondition: There are fewer than `mostVoices`.
    mutating func start(id: Int, source: any SampleSource, settings: MixerVoice.Settings) {
        var voice = MixerVoice(id: id, source: source, settings: settings)
        if voices.count(where: \.isSounding) >= Self.mostSounding {
            displacedCount += 1
            if let index = leastImportant, voices[index].priority <= voice.priority {
                voices[index].stop(.displaced, over: frames(stopMilliseconds))
            } else {
                voice.cut(.displaced)
            }
        }
        voices.append(voice)
    }

    /// Lets voices fall silent and end.
    ///
    /// - Parameter fade: Asked for each voice: nil if it is to go on, or in how many frames it ends. What is less than the
    ///   time that keeps it from clicking counts as that.
    mutating func stop(fade: (_ id: Int) -> Int?) {
        for index in voices.indices {
            guard let fade = fade(voices[index].id) else { continue }
            if isHeard {
                voices[index].stop(.stopped, over: max(fade, frames(stopMilliseconds)))
            } else {
                voices[index].cut(.stopped)
            }
        }
    }

    mutating func setGain(of id: Int, _ factor: Float, over duration: Int) {
        let duration = max(duration, frames(changeMilliseconds))
        change(id) { voice in voice.setGain(factor, over: duration) }
    }

    mutating func setSides(of id: Int, _ sides: (left: Float, right: Float), over duration: Int) {
        let duration = max(duration, frames(changeMilliseconds))
        change(id) { voice in voice.setSides(sides, over: duration) }
    }

    /// Ends every voice here and now.
    mutating func cutAll(_ reason: VoiceEnd) {
        for index in voices.indices { voices[index].cut(reason) }
    }

    /// From now on what is rendered is not heard: alarms wait, all others go on.
    mutating func deviceWasLost() { isHeard = false }

    /// It is heard again: what sounds comes out of silence.
    mutating func deviceReturned() {
        isHeard = true
        for index in voices.indices { voices[index].resume(over: frames(resumeMilliseconds)) }
    }

    private var leastImportant: Int? {
        var least: Int?
        for index in voices.indices where voices[index].isSounding {
            if let least, voices[least].priority <= voices[index].priority { continue }
            least = index
        }
        return least
    }

    private mutating func change(_ id: Int, _ body: (inout MixerVoice) -> Void) {
        for index in voices.indices where voices[index].id == id { body(&voices[index]) }
    }

    // MARK: What sounds

    /// Fills `buffer` with the next frames of the mix. Full scale is 1, and not exceeded.
    ///
    /// - Parameter buffer: A whole number of frames, interleaved.
    mutating func render(into buffer: UnsafeMutableBufferPointer<Float>) {
        buffer.update(repeating: 0)
        let frameCount = buffer.count / format.channels
        guard !voices.isEmpty else { return skip(frames: frameCount) }
        turnDownUnderAlarms()
        for index in voices.indices where isHeard || voices[index].priority < .alarm {
            voices[index].add(
                to: buffer, channels: format.channels, duck: voices[index].priority < .alarm ? duck : Ramp(1),
                resumption: frames(resumeMilliseconds))
        }
        duck.advance(by: frameCount)
        limiter.limit(buffer, channels: format.channels)
    }

    /// Lets frames of silence pass. To be called while there is no voice only.
    mutating func skip(frames: Int) {
        turnDownUnderAlarms()
        duck.advance(by: frames)
        limiter.skip(frames: frames)
    }

    /// Calls `body` with each voice and the frame of its sound that comes next.
    func forEachVoice(_ body: (_ id: Int, _ position: Int) -> Void) {
        for voice in voices { body(voice.id, voice.position) }
    }

    /// The oldest voice that has ended, which is forgotten; nil if there is none.
    mutating func takeEnded() -> (id: Int, end: VoiceEnd)? {
        for index in voices.indices {
            guard let end = voices[index].end else { continue }
            let voice = voices.remove(at: index)
            endedUnderruns += voice.underruns
            return (voice.id, end)
        }
        return nil
    }

    private mutating func turnDownUnderAlarms() {
        let isUnderAlarm = isHeard && voices.contains { $0.priority == .alarm && $0.isSounding }
        let target = isUnderAlarm ? Self.duckedGain : 1
        guard duck.target != target else { return }
        duck.move(to: target, over: frames(isUnderAlarm ? duckMilliseconds : unduckMilliseconds))
    }
}

// MARK: - How long it takes

extension Mixer {
    private var stopMilliseconds: Int { 5 }
    private var changeMilliseconds: Int { 10 }
    private var resumeMilliseconds: Int { 5 }
    private var duckMilliseconds: Int { 30 }
    private var unduckMilliseconds: Int { 500 }

    private func frames(_ milliseconds: Int) -> Int { max(format.rate * milliseconds / 1000, 1) }
}
