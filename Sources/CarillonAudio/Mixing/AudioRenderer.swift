import Synchronization

/// What an output draws its samples from: the engine's commands and its mixer, on the output's side.
///
///     any thread ── play, stopAll ── commands ──> mixer ──> render(into:) ── the output's thread
///     any thread <── releaseEnded ── ended <── voices that are at their end
///
/// A sound is kept alive from `play` until its voice has ended and the sound came back through `ended`, so that its
/// memory is never freed on the output's thread. Nothing here waits or locks, and nothing allocates after `init`.
///
/// `@unchecked Sendable`: `mixer`, `position`, `lastEnd` and `taken` are touched by whoever renders, one thread at a
/// time; the rest is atomic or a `Ring`, and `releasing` admits one consumer of `ended` at a time.
public final class AudioRenderer: @unchecked Sendable {
    private enum Command {
        case play(Unmanaged<Sound>)
        case stopAll
    }

    /// How many sounds can be on their way at once: waiting, sounding or coming back.
    private static let mostSounds = 128

    /// The format that `render(into:)` fills buffers with.
    public let format: AudioFormat

    private let commands = Ring<Command>(capacity: 64)
    private let ended = Ring<Unmanaged<Sound>>(capacity: mostSounds)
    private let soundCount = Atomic(0)
    private let releasing = Atomic(false)
    private let hasFinished = Atomic(false)
    /// Set in place of a `stopAll` that found the ring full.
    private let stopsAfterAll = Atomic(false)

    /// How many sounds were accepted, and how many had been when silence was last heard.
    private let accepted = Atomic(0)
    private let settled = Atomic(0)
    private let displaced = Atomic(0)
    private let refused = Atomic(0)

    private var mixer: Mixer
    private var position = 0
    private var lastEnd = 0
    private var taken = 0
    private let latency: Int
    private let onFailure: @Sendable (AudioOutputError) -> Void

    /// - Parameters:
    ///   - latency: How many frames after a frame was rendered it has been heard for certain.
    ///   - onFailure: Called by `fail(_:)`.
    init(format: AudioFormat, latency: Int, onFailure: @escaping @Sendable (AudioOutputError) -> Void) {
        self.format = format
        self.latency = latency
        self.onFailure = onFailure
        mixer = Mixer(channels: format.channels)
    }

    deinit {
        finish()
        while case .play(let sound)? = commands.pop() { sound.release() }
        while let sound = ended.pop() { sound.release() }
    }
}

// MARK: - The output's side

extension AudioRenderer {
    /// Whether no voice sounds.
    public var isIdle: Bool { mixer.voiceCount == 0 }

    /// How many frames it is to the next end of a voice; nil if no voice sounds.
    public var framesToNextEnd: Int? { mixer.framesToNextEnd }

    /// Starts and stops what was commanded since the last call; what starts begins with the next frame rendered.
    public func takeCommands() {
        while let command = commands.pop() {
            switch command {
            case .play(let sound):
                taken += 1
                if let voice = mixer.start(Mixer.Voice(sound)) {
                    displaced.add(1, ordering: .relaxed)
                    giveBack(voice)
                }
            case .stopAll:
                mixer.stopAll()
            }
        }
        if stopsAfterAll.exchange(false, ordering: .acquiring) { mixer.stopAll() }
        handBackEnded()
    }

    /// Fills `buffer` with the next frames of the mix, full scale 1.
    ///
    /// - Parameter buffer: A whole number of frames, interleaved.
    public func render(into buffer: UnsafeMutableBufferPointer<Float>) {
        mixer.render(into: buffer)
        position += buffer.count / format.channels
        handBackEnded()
    }

    /// Lets frames of silence pass without rendering them. To be called while `isIdle` only.
    public func skip(frames: Int) {
        position += frames
        handBackEnded()
    }

    /// To be called by an output that can play no more: ends every voice, and tells whoever made the engine.
    public func fail(_ error: AudioOutputError) {
        finish()
        onFailure(error)
    }

    /// Ends every voice; what is played from now on is refused. For when nobody renders any more. A second time has no
    /// effect.
    func finish() {
        guard !hasFinished.exchange(true, ordering: .acquiringAndReleasing) else { return }
        takeCommands()
        mixer.stopAll()
        handBackEnded()
    }

    private func handBackEnded() {
        while let voice = mixer.takeEnded() {
            lastEnd = position
            giveBack(voice)
        }
        if isIdle, position >= lastEnd + latency { settled.store(taken, ordering: .releasing) }
    }

    private func giveBack(_ voice: Mixer.Voice) {
        // There is always room: `play` admits no more sounds than the ring holds.
        _ = ended.push(voice.sound)
    }
}

// MARK: - The engine's side, on any thread

extension AudioRenderer {
    /// Whether a sound waits, sounds, or is still on its way through the device.
    var isSounding: Bool {
        !hasFinished.load(ordering: .acquiring)
            && settled.load(ordering: .acquiring) != accepted.load(ordering: .acquiring)
    }

    var displacedCount: Int { displaced.load(ordering: .relaxed) }
    var refusedCount: Int { refused.load(ordering: .relaxed) }

    /// False if the sound is not for this format, the output has come to its end, or too much is under way.
    func play(_ sound: Sound) -> Bool {
        releaseEnded()
        guard sound.format == format, !hasFinished.load(ordering: .acquiring), reserve() else {
            refused.add(1, ordering: .relaxed)
            return false
        }
        let retained = Unmanaged.passRetained(sound)
        accepted.add(1, ordering: .acquiringAndReleasing)
        guard commands.push(.play(retained)) else {
            accepted.subtract(1, ordering: .acquiringAndReleasing)
            soundCount.subtract(1, ordering: .relaxed)
            retained.release()
            refused.add(1, ordering: .relaxed)
            return false
        }
        return true
    }

    func stopAll() {
        releaseEnded()
        // While the ring is full nothing is accepted that could come after this stop.
        if !commands.push(.stopAll) { stopsAfterAll.store(true, ordering: .releasing) }
    }

    /// Lets go of the sounds that came back.
    func releaseEnded() {
        guard !releasing.exchange(true, ordering: .acquiring) else { return }
        while let sound = ended.pop() {
            sound.release()
            soundCount.subtract(1, ordering: .relaxed)
        }
        releasing.store(false, ordering: .releasing)
    }

    private func reserve() -> Bool {
        let (before, _) = soundCount.add(1, ordering: .relaxed)
        guard before >= Self.mostSounds else { return true }
        soundCount.subtract(1, ordering: .relaxed)
        return false
    }
}
