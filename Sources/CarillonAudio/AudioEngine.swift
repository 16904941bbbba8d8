import CarillonScheduling
import Synchronization

/// A loudspeaker: plays sounds, several at once, on one output or on several.
///
///     let engine = try AudioEngine(device: AudioDevice("default"), pacedBy: queue)
///     let alert = try engine.load("Sounds/alert.wav")
///     engine.play(alert)
///
/// Sounds are loaded beforehand. `play` then hands over a number and returns: on a sound card it takes no lock, does not
/// allocate, and does not wait. The output's own thread mixes.
///
///     play ──> VoiceTable ──> AudioRenderer ──> Mixer        one for each output, on the output's thread
///                  ^               │
///     onEnd <──────┴── NewsDesk <──┘                         on the engine's queue
public final class AudioEngine: Sendable {
    /// How often `drain` looks whether all is silent.
    private static let drainInterval = Duration.milliseconds(10)

    private let outputs: [any AudioOutput]
    private let renderers: [AudioRenderer]
    private let table = VoiceTable()
    private let desk: NewsDesk
    private let isClosed = Atomic(false)
    private let refused = Atomic(0)

    /// Starts an engine on outputs that all play the same: a sound card and a file, for one.
    ///
    /// - Parameters:
    ///   - outputs: At least one, of one format, that have not been started. How long a sound takes is counted by the
    ///     slowest.
    ///   - queue: Where it is told what happens.
    ///   - onEvent: Called on the queue: the sound card was unplugged, the disk is full.
    /// - Throws: `AudioOutputError` if an output cannot start, or is of another format than the first.
    public init(
        outputs: [any AudioOutput], on queue: any LoopQueue,
        onEvent: @escaping @Sendable (AudioEvent) -> Void = { _ in }
    ) throws(AudioOutputError) {
        precondition(!outputs.isEmpty, "an engine needs an output")
        for output in outputs where output.format != outputs[0].format {
            throw .unusable(
                device: output.description, reason: "it takes \(output.format), another one \(outputs[0].format)")
        }
        self.outputs = outputs
        let (table, desk) = (table, NewsDesk(outputs: outputs.count, table: table, queue: queue, onEvent: onEvent))
        self.desk = desk
        renderers = outputs.enumerated().map { number, output in
            AudioRenderer(number: number, format: output.format, latency: output.latency, table: table, desk: desk)
        }
        do throws(AudioOutputError) {
            for (output, renderer) in zip(outputs, renderers) { try output.start(renderer) }
        } catch {
            close()
            throw error
        }
    }

    /// Starts an engine on an output.
    ///
    /// - Parameters:
    ///   - output: One that has not been started.
    ///   - queue: Where it is told what happens.
    ///   - onEvent: As in `init(outputs:on:onEvent:)`.
    /// - Throws: `AudioOutputError` if the output cannot start.
    public convenience init(
        output: any AudioOutput, on queue: any LoopQueue,
        onEvent: @escaping @Sendable (AudioEvent) -> Void = { _ in }
    ) throws(AudioOutputError) {
        try self.init(outputs: [output], on: queue, onEvent: onEvent)
    }

    deinit { close() }

    /// The format that sounds must be loaded for.
    public var format: AudioFormat { outputs[0].format }

    /// What it plays on, in one line for people.
    public var outputDescription: String { outputs.map(\.description).joined(separator: " and ") }

    /// Silence, at once, and the device is free again; a file is completed. What is played from now on is refused.
    ///
    /// Waits for the outputs' threads to end, some milliseconds. May be called from any thread but those. Closing a
    /// second time has no effect.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for output in outputs { output.close() }
        for renderer in renderers { renderer.finish() }
        desk.close()
    }

    /// What has happened so far. May be read from any thread.
    public var statistics: AudioStatistics {
        AudioStatistics(
            xruns: outputs.reduce(0) { $0 + $1.xruns }, displacedVoices: renderers[0].displacedCount,
            refusedSounds: refused.load(ordering: .relaxed), underruns: renderers[0].underruns)
    }
}

// MARK: - Playing

extension AudioEngine {
    /// Plays a sound, beside what sounds already. When 32 sound, one that matters less ends for it: the oldest of those
    /// with the lowest priority.
    ///
    /// May be called from any thread. The sound is kept until it has ended, and let go of on the engine's queue, never on
    /// an output's thread.
    ///
    /// - Parameters:
    ///   - playback: How loud, from where, how often.
    ///   - onEnd: Called once, on the engine's queue, when the voice has ended, for whatever reason.
    /// - Returns: What is playing; nil if it is not played, which `statistics` counts: the engine is closed or has failed,
    ///   64 sounds are on their way already, or the sound was loaded for another format. `onEnd` is then not called.
    @discardableResult
    public func play(
        _ sound: Sound, _ playback: Playback = .once, onEnd: (@Sendable (VoiceEnd) -> Void)? = nil
    ) -> Voice? {
        guard sound.format == format, !isClosed.load(ordering: .acquiring), let voice = table.take() else {
            refused.add(1, ordering: .relaxed)
            return nil
        }
        let settings = MixerVoice.Settings(
            gain: Gain.amplitude(decibels: playback.gain), sides: Gain.sides(pan: playback.pan),
            loops: playback.loops, fadeIn: format.frames(in: playback.fadeIn), priority: playback.priority)
        table[voice].begin(voice, of: sound, on: outputs, settings, onEnd: onEnd)
        var refusing = 0
        for renderer in renderers where !renderer.start(voice: voice) { refusing += 1 }
        if refusing == renderers.count {
            table.discard(voice)
            refused.add(1, ordering: .relaxed)
            return nil
        }
        if refusing > 0 { table.handBack(voice, nil, from: refusing) }
        for output in outputs { output.commandsWait() }
        return Voice(number: voice, engine: self)
    }

    /// Ends all that sounds now. A sound card still plays what it was given, a buffer at most. May be called from any
    /// thread.
    ///
    /// - Parameter fade: How long that takes. It is 5 ms at least, so that nothing clicks.
    public func stopAll(fade: Duration = .zero) {
        stop(fade: fade) { _, _ in true }
    }

    /// Ends all voices that play `sound` now. May be called from any thread.
    ///
    /// - Parameter fade: As in `stopAll(fade:)`.
    public func stop(_ sound: Sound, fade: Duration = .zero) {
        stop(fade: fade) { ticket, _ in ticket.plays(sound) }
    }

    func stop(_ voice: Voice, fade: Duration) {
        stop(fade: fade) { _, number in number == voice.number }
    }

    private func stop(fade: Duration, _ isMeant: (VoiceTicket, Int) -> Bool) {
        var isAny = false
        table.forEachVoice { ticket, voice in
            guard isMeant(ticket, voice) else { return }
            ticket.requestStop(of: voice, fade: format.frames(in: fade))
            isAny = true
        }
        guard isAny else { return }
        for renderer in renderers { renderer.stopMarked() }
        for output in outputs { output.commandsWait() }
    }

    func send(_ command: AudioRenderer.Command, to voice: Voice) -> Bool {
        guard ticket(of: voice) != nil else { return false }
        var isTaken = true
        for renderer in renderers where !renderer.send(command) { isTaken = false }
        for output in outputs { output.commandsWait() }
        return isTaken
    }

    /// The ticket of a voice that has not ended.
    func ticket(of voice: Voice) -> VoiceTicket? {
        let ticket = table[voice.number]
        return ticket.currentVoice == voice.number ? ticket : nil
    }

    /// Whether something sounds, or is still on its way through a device. May be read from any thread.
    public var isSounding: Bool { renderers.contains(where: \.isSounding) }

    /// Waits for the end of all sounds. Sounds that loop have none: they are stopped. May be called from any thread.
    ///
    /// - Parameters:
    ///   - scheduler: Waits, and calls back.
    ///   - completion: Called once, on the scheduler's queue, as soon as all has been heard or the output has failed.
    public func drain(on scheduler: any Scheduler, then completion: @escaping @Sendable () -> Void) {
        waitForSilence(until: scheduler.now, on: scheduler, then: completion)
    }

    private func waitForSilence(
        until time: Duration, on scheduler: any Scheduler, then completion: @escaping @Sendable () -> Void
    ) {
        _ = scheduler.schedule(at: time) { [self] in
            stop(fade: .zero) { ticket, _ in ticket.isLooping }
            guard isSounding else { return completion() }
            waitForSilence(until: scheduler.now + Self.drainInterval, on: scheduler, then: completion)
        }
    }
}

/// What went wrong without anything having failed: all zero on a system that keeps up.
public struct AudioStatistics: Equatable, Sendable {
    /// How often a device ran out of samples. The gap is heard as a click; the voices go on after it.
    public var xruns = 0
    /// How many sounds ended early, or did not begin, because there were more than voices.
    public var displacedVoices = 0
    /// How many sounds were not played at all.
    public var refusedSounds = 0
    /// How often a sound that is streamed was not there in time. The gap is silent; the voice goes on after it.
    public var underruns = 0
}
