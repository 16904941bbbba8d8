import CarillonScheduling
import Synchronization

/// An engine that plays several sounds at once on one or more outputs.
///
///     let engine = try AudioEngine(device: AudioDevice("default"), pacedBy: queue)
///     let alert = try engine.load("Sounds/alert.wav")
///     engine.play(alert)
///
/// Sounds are loaded beforehand. `play` passes a voice number to the output's thread and returns. On a sound card it
/// takes no lock, does not allocate, and does not wait. The output's own thread mixes.
///
///     play ──> VoiceTable ──> AudioRenderer ──> Mixer        one for each output, on the output's thread
///                  ^               │
///     onEnd <──────┴── Reporter <──┘                         on the engine's queue
public final class AudioEngine: Sendable {
    /// The interval at which `drain` checks for silence.
    private static let drainInterval = Duration.milliseconds(10)

    private let outputs: [any AudioOutput]
    private let renderers: [AudioRenderer]
    private let volumes = BusVolumes()
    private let table = VoiceTable()
    private let reporter: Reporter
    private let isClosed = Atomic(false)
    private let refused = Atomic(0)

    /// Starts an engine on several outputs that all play the same sounds, such as a sound card and a file.
    ///
    /// - Parameters:
    ///   - outputs: At least one output. All outputs have the same format, and none has been started. A voice ends when all
    ///     outputs have ended it.
    ///   - queue: The queue on which the engine reports events and ended voices.
    ///   - onEvent: Called on the queue, for example when the sound card is unplugged or the disk is full.
    /// - Throws: `AudioOutputError` if an output cannot start, or if its format differs from the first output's.
    public init(
        outputs: [any AudioOutput], on queue: any LoopQueue,
        onEvent: @escaping @Sendable (AudioEvent) -> Void = { _ in }
    ) throws(AudioOutputError) {
        precondition(!outputs.isEmpty, "an audio engine needs at least one output")
        for output in outputs where output.format != outputs[0].format {
            throw .unusable(
                device: output.description,
                reason: "its format is \(output.format), the first output's is \(outputs[0].format)")
        }
        self.outputs = outputs
        let (table, reporter) = (table, Reporter(outputs: outputs.count, table: table, queue: queue, onEvent: onEvent))
        self.reporter = reporter
        renderers = outputs.enumerated().map { [volumes] number, output in
            AudioRenderer(
                number: number, format: output.format, latency: output.latency, volumes: volumes, table: table,
                reporter: reporter)
        }
        do throws(AudioOutputError) {
            for (output, renderer) in zip(outputs, renderers) { try output.start(renderer) }
        } catch {
            close()
            throw error
        }
    }

    /// Starts an engine on one output.
    ///
    /// - Parameters:
    ///   - output: An output that has not been started.
    ///   - queue: The queue on which the engine reports events and ended voices.
    ///   - onEvent: Called on the queue, for example when the sound card is unplugged or the disk is full.
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

    /// A one-line description of the outputs, for users.
    public var outputDescription: String { outputs.map(\.description).joined(separator: " and ") }

    /// Stops all sounds at once and closes the outputs: a sound card is released, a file is completed. Later sounds are
    /// refused.
    ///
    /// Waits some milliseconds for the outputs' threads to end. May be called from any thread except the outputs'
    /// threads. A second call has no effect.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for output in outputs { output.close() }
        for renderer in renderers { renderer.finish() }
        reporter.close()
    }

    /// The counts of xruns, stolen voices, refused sounds and underruns so far. May be read from any thread.
    public var statistics: AudioStatistics {
        AudioStatistics(
            xruns: outputs.reduce(0) { $0 + $1.xruns }, stolenVoices: renderers[0].stolenCount,
            refusedSounds: refused.load(ordering: .relaxed), underruns: renderers[0].underruns)
    }
}

// MARK: - Volumes

/// A change of a volume begins within a period of the sound card and takes 30 ms, so that it makes no click. A sound that
/// starts after the change begins at the new volume. Of several changes in quick succession, the last one takes effect. No
/// method waits, locks or allocates, and all may be called from any thread.
extension AudioEngine {
    /// Sets the volume of a bus.
    ///
    /// - Parameter bus: nil for the main volume, which applies to all buses but `alarm`.
    public func setVolume(of bus: AudioBus? = nil, to volume: Volume) { volumes.set(bus, to: volume) }

    /// Returns the volume of a bus, also while it is muted; nil for the main volume.
    public func volume(of bus: AudioBus? = nil) -> Volume { volumes.volume(of: bus) }

    /// Makes a bus silent (true), or audible again at its volume (false); nil for all buses but `alarm`.
    public func setMuted(_ isMuted: Bool, on bus: AudioBus? = nil) { volumes.setMuted(bus, isMuted) }

    /// Returns whether a bus is muted; nil for the main volume, which applies to all buses but `alarm`.
    public func isMuted(_ bus: AudioBus? = nil) -> Bool { volumes.isMuted(bus) }

    /// Limits the loudness of all sounds, alarms included: the mix is scaled by `limit`, so that no sample exceeds its factor.
    /// For example, a box for a child sets the limit once, before its first sound. The default is `.full`.
    public func setLimit(_ limit: Volume) { volumes.setLimit(limit) }

    /// The volume by which the sum of all buses is scaled. May be read from any thread.
    public var limit: Volume { volumes.volumeOfSum }
}

// MARK: - Playing

extension AudioEngine {
    /// Plays a sound in addition to those that already sound.
    ///
    /// At most 32 voices sound at once. A further voice steals the oldest of the voices with the lowest priority. If all 32
    /// have a higher priority than the new voice, the new voice does not start.
    ///
    /// May be called from any thread. The engine retains the sound until the voice has ended. It releases the sound on
    /// the engine's queue, never on an output's thread.
    ///
    /// - Parameters:
    ///   - playback: The gain, pan, repetition, fade-in and priority.
    ///   - onEnd: Called once, on the engine's queue, when the voice has ended, for whatever reason.
    /// - Returns: The new voice, or nil if the sound is refused. `onEnd` is then not called, and `statistics` counts the
    ///   sound. A sound is refused if the engine is closed or has failed, or if the sound was loaded for another format. It
    ///   is also refused if 64 voices are waiting, sounding or not yet reported as ended, or if the command queues of all
    ///   outputs are full.
    @discardableResult
    public func play(
        _ sound: Sound, _ playback: Playback = .once, onEnd: (@Sendable (VoiceEndReason) -> Void)? = nil
    ) -> Voice? {
        guard sound.format == format, !isClosed.load(ordering: .acquiring), let voice = table.take() else {
            refused.add(1, ordering: .relaxed)
            return nil
        }
        let settings = MixerVoice.Settings(
            gain: Gain.amplitude(decibels: playback.gain), sides: Gain.sides(pan: playback.pan),
            loops: playback.loops, fadeIn: format.frames(in: playback.fadeIn), priority: playback.priority,
            bus: playback.bus, waitsForDevice: playback.waitsForDevice)
        table[voice].begin(voice, of: sound, on: outputs, settings, onEnd: onEnd)
        var refusing = 0
        for renderer in renderers where !renderer.start(voice: voice) { refusing += 1 }
        if refusing == renderers.count {
            table.discard(voice)
            refused.add(1, ordering: .relaxed)
            return nil
        }
        if refusing > 0 { table.returnVoice(voice, nil, from: refusing) }
        for output in outputs { output.commandsDidArrive() }
        return Voice(number: voice, engine: self)
    }

    /// Stops all voices. A sound card still plays the samples that it already holds, at most one buffer. May be called
    /// from any thread.
    ///
    /// - Parameter fade: The duration of the fade-out. At least 5 ms, to avoid a click.
    public func stopAll(fade: Duration = .zero) {
        stop(fade: fade) { _, _ in true }
    }

    /// Stops all voices that play `sound`. May be called from any thread.
    ///
    /// - Parameter fade: The duration of the fade-out. At least 5 ms, to avoid a click.
    public func stop(_ sound: Sound, fade: Duration = .zero) {
        stop(fade: fade) { ticket, _ in ticket.plays(sound) }
    }

    func stop(_ voice: Voice, fade: Duration) {
        stop(fade: fade) { _, number in number == voice.number }
    }

    private func stop(fade: Duration, _ isIncluded: (VoiceTicket, Int) -> Bool) {
        var isAny = false
        table.forEachVoice { ticket, voice in
            guard isIncluded(ticket, voice) else { return }
            ticket.requestStop(of: voice, fade: format.frames(in: fade))
            isAny = true
        }
        guard isAny else { return }
        for renderer in renderers { renderer.stopMarked() }
        for output in outputs { output.commandsDidArrive() }
    }

    func send(_ command: AudioRenderer.Command, to voice: Voice) -> Bool {
        guard ticket(of: voice) != nil else { return false }
        var isTaken = true
        for renderer in renderers where !renderer.send(command) { isTaken = false }
        for output in outputs { output.commandsDidArrive() }
        return isTaken
    }

    /// Returns the ticket of a voice, or nil if the voice has ended.
    func ticket(of voice: Voice) -> VoiceTicket? {
        let ticket = table[voice.number]
        return ticket.currentVoice == voice.number ? ticket : nil
    }

    /// Renders the frames that are due on outputs that render only when something changes, so that positions are those of now.
    package func catchUp() {
        for output in outputs where output.mayBlock { output.commandsDidArrive() }
    }

    /// Whether a sound is waiting, playing, or still in the buffer of a device. May be read from any thread.
    public var isSounding: Bool { renderers.contains(where: \.isSounding) }

    /// Waits for the end of all sounds. Sounds that loop are stopped, because they have no end. May be called from any
    /// thread.
    ///
    /// - Parameters:
    ///   - scheduler: Schedules the checks for silence, and provides the queue for `completion`.
    ///   - completion: Called once, on the scheduler's queue, as soon as all sounds have been heard or the output has
    ///     failed.
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

/// Counts of disturbances that are not failures. ``xruns`` and ``underruns`` remain zero if the system is fast enough.
public struct AudioStatistics: Equatable, Sendable {
    /// The number of times that a device ran out of samples. The gap is heard as a click; the voices then continue.
    public var xruns = 0
    /// The number of voices that ended early, or did not start, because too many were sounding.
    public var stolenVoices = 0
    /// The number of sounds that `play` refused. It does not count sounds that did not start because of their priority.
    public var refusedSounds = 0
    /// The number of times that a streamed sound was not read in time. The gap is silent; the voice then continues.
    public var underruns = 0
}
