/// Mixes the sounding voices, without clicks and within full scale.
///
/// A device takes one stream of samples, but an appliance plays several sounds at once. The mixer keeps each voice's
/// position in its sound, and adds the voices up, a stretch of frames at a time. The number of voices is limited: a
/// further voice steals a less important one, which fades out quickly. Each voice belongs to a bus, whose volume applies to
/// it, and which may be turned down while another bus sounds. The sum goes through a limiter.
///
/// Every start in mid-sound, every end and every change is a linear ramp of some milliseconds. A sound starts with its
/// own first sample, and is bit-exact if it is played alone and unchanged.
///
/// The mixer allocates nothing after `init`. Its owner keeps the voices' sources until `takeEnded` has returned their
/// voices, so that the mixer does not free their memory.
struct Mixer {
    /// The largest number of voices that sound at once.
    static let maximumSoundingVoices = 32
    /// The largest number of voices, including those that are fading out.
    static let maximumVoices = 64

    let format: AudioFormat
    /// All voices, the oldest first.
    private var voices: [MixerVoice] = []
    private let volumes: BusVolumes
    private var volumeChanges = 0
    private var buses: BusLevels
    private var limit: Float = 1
    private var limiter: Limiter
    private var isHeard = true
    private(set) var stolenCount = 0
    private var endedUnderruns = 0

    init(format: AudioFormat, volumes: BusVolumes = BusVolumes()) {
        (self.format, self.volumes) = (format, volumes)
        buses = BusLevels(rate: format.rate)
        limiter = Limiter(rate: format.rate)
        voices.reserveCapacity(Self.maximumVoices)
    }

    /// The number of voices that have not ended, or that `takeEnded` has not returned.
    var voiceCount: Int { voices.count }

    /// The number of times that the source of a voice was late.
    var underruns: Int { voices.reduce(endedUnderruns) { $0 + $1.underruns } }

    /// An upper bound of the frames until the next voice ends; nil if there is no voice. At least one frame, and one
    /// second if the end is unknown.
    var framesToNextEnd: Int? {
        var least: Int?
        for voice in voices { least = min(least ?? format.rate, voice.framesToEnd ?? format.rate) }
        return least.map { max($0, 1) }
    }

    // MARK: Commands

    /// Starts a voice.
    ///
    /// - Precondition: There are fewer than `maximumVoices`.
    mutating func start(id: Int, source: any SampleSource, settings: MixerVoice.Settings) {
        var voice = MixerVoice(id: id, source: source, settings: settings)
        if voices.count(where: \.isSounding) >= Self.maximumSoundingVoices {
            stolenCount += 1
            if let index = lowestRanked, voices[index].priority <= voice.priority {
                voices[index].stop(.stolen, over: frames(stopMilliseconds))
            } else {
                voice.cut(.stolen)
            }
        }
        voices.append(voice)
    }

    /// Fades voices out and ends them.
    ///
    /// - Parameter fade: Called for each voice. Returns nil if the voice continues, or the number of frames in which it
    ///   ends. Fades shorter than 5 ms are lengthened to 5 ms, to avoid a click.
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

    /// Ends every voice immediately.
    mutating func cutAll(_ reason: VoiceEndReason) {
        for index in voices.indices { voices[index].cut(reason) }
    }

    /// Marks the rendered frames as unheard from now on. Voices that wait for their device do so; all others continue.
    mutating func deviceWasLost() { isHeard = false }

    /// Marks the rendered frames as heard again. The sounding voices fade in from silence.
    mutating func deviceReturned() {
        isHeard = true
        for index in voices.indices { voices[index].resume(over: frames(resumeMilliseconds)) }
    }

    private var lowestRanked: Int? {
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

    // MARK: Rendering

    /// Fills `buffer` with the next frames of the mix. The mix does not exceed full scale, which is 1.
    ///
    /// - Parameter buffer: A whole number of frames, interleaved.
    mutating func render(into buffer: UnsafeMutableBufferPointer<Float>) {
        buffer.update(repeating: 0)
        let frameCount = buffer.count / format.channels
        guard !voices.isEmpty else { return skip(frames: frameCount) }
        setLevels(frames: frameCount)
        for index in voices.indices where isHeard || !voices[index].waitsForDevice {
            voices[index].add(
                to: buffer, channels: format.channels, level: buses[voices[index].bus],
                resumption: frames(resumeMilliseconds))
        }
        buses.advance(by: frameCount)
        limiter.limit(buffer, channels: format.channels)
        if limit != 1 { for index in buffer.indices { buffer[index] *= limit } }
    }

    /// Skips frames of silence. Call only while there is no voice.
    mutating func skip(frames: Int) {
        setLevels(frames: frames)
        buses.advance(by: frames)
        limiter.skip(frames: frames)
    }

    /// Calls `body` with each voice and the next frame of its sound.
    func forEachVoice(_ body: (_ id: Int, _ position: Int) -> Void) {
        for voice in voices { body(voice.id, voice.position) }
    }

    /// Removes and returns the oldest voice that has ended; nil if there is none.
    mutating func takeEnded() -> (id: Int, end: VoiceEndReason)? {
        for index in voices.indices {
            guard let end = voices[index].end else { continue }
            let voice = voices.remove(at: index)
            endedUnderruns += voice.underruns
            return (voice.id, end)
        }
        return nil
    }

    private mutating func setLevels(frames: Int) {
        var (heard, sounding) = (AudioBusSet(), AudioBusSet())
        for voice in voices {
            if voice.position > 0 { heard.insert(voice.bus) }
            if isHeard, voice.isSounding { sounding.insert(voice.bus) }
        }
        volumes.take(since: &volumeChanges) {
            buses.set(volumes, heard: heard)
            limit = volumes.limitFactor
        }
        buses.duck(under: sounding, frames: frames)
    }
}

// MARK: - Durations of ramps

extension Mixer {
    private var stopMilliseconds: Int { 5 }
    private var changeMilliseconds: Int { 10 }
    private var resumeMilliseconds: Int { 5 }

    private func frames(_ milliseconds: Int) -> Int { max(format.rate * milliseconds / 1000, 1) }
}
