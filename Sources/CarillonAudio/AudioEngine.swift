import CarillonRealTime
import Synchronization

/// A loudspeaker: plays sounds, several at once, on one output.
///
///     let engine = try AudioEngine(device: AudioDevice("default"), pacedBy: queue)
///     let alert = try engine.load("Sounds/alert.wav")
///     engine.play(alert)
///
/// Sounds are loaded beforehand. `play` then hands over a pointer and returns: on a sound card it takes no lock, does
/// not allocate, and does not wait. The output's own thread mixes.
public final class AudioEngine: Sendable {
    /// How often `drain` looks whether all is silent.
    private static let drainInterval = Duration.milliseconds(10)

    private let output: any AudioOutput
    private let renderer: AudioRenderer
    private let isClosed = Atomic(false)

    /// Starts an engine on an output.
    ///
    /// - Parameters:
    ///   - output: One that has not been started.
    ///   - onFailure: Called once if the output can play no more: the sound card was unplugged, the disk is full. It
    ///     is called on the output's thread and must not close the engine there: hand over to a queue of your own.
    /// - Throws: `AudioOutputError` if the output cannot start.
    public init(
        output: any AudioOutput, onFailure: @escaping @Sendable (AudioOutputError) -> Void = { _ in }
    ) throws(AudioOutputError) {
        self.output = output
        renderer = AudioRenderer(format: output.format, latency: output.latency, onFailure: onFailure)
        try output.start(renderer)
    }

    /// Opens a device and starts an engine on it. May take some milliseconds.
    ///
    /// - Parameters:
    ///   - device: A sound card, a file, or none.
    ///   - scheduler: The clock of what is not a sound card.
    ///   - buffering: How far ahead of the sound card to be.
    ///   - onFailure: As in `init(output:onFailure:)`.
    /// - Throws: `AudioOutputError`, which names the device and says what to do.
    public convenience init(
        device: AudioDevice, pacedBy scheduler: any Scheduler, buffering: AudioBuffering = .standard,
        onFailure: @escaping @Sendable (AudioOutputError) -> Void = { _ in }
    ) throws(AudioOutputError) {
        try self.init(output: device.open(pacedBy: scheduler, buffering: buffering), onFailure: onFailure)
    }

    deinit { close() }

    /// The format that sounds must be loaded for.
    public var format: AudioFormat { output.format }

    /// What it plays on, in one line for people.
    public var outputDescription: String { output.description }

    /// Loads a sound for this engine. Decodes and resamples all of it: not for a loop's thread while it runs.
    ///
    /// - Throws: `SoundError`, which names the file and says what to do.
    public func load(_ path: String) throws(SoundError) -> Sound { try Sound(contentsOf: path, for: format) }

    /// Plays a sound, beside what sounds already. When 32 sound, the oldest of them ends for it.
    ///
    /// May be called from any thread. The sound is kept until it has ended, and is released by a later call of `play`,
    /// `stopAll` or `close`, never on the output's thread.
    ///
    /// - Returns: False if it is not played, which `statistics` counts: the engine is closed or has failed, 64 commands
    ///   wait already, or the sound was loaded for another format.
    @discardableResult
    public func play(_ sound: Sound) -> Bool {
        guard renderer.play(sound) else { return false }
        output.commandsWait()
        return true
    }

    /// Ends all that sounds. A sound card still plays what it was given, a buffer at most. May be called from any
    /// thread.
    public func stopAll() {
        renderer.stopAll()
        output.commandsWait()
    }

    /// Whether something sounds, or is still on its way through the device. May be read from any thread.
    public var isSounding: Bool { renderer.isSounding }

    /// Lets what sounds come to its end. May be called from any thread.
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
            guard isSounding else { return completion() }
            waitForSilence(until: scheduler.now + Self.drainInterval, on: scheduler, then: completion)
        }
    }

    /// Silence, at once, and the device is free again; a file is completed. What is played from now on is refused.
    ///
    /// Waits for the output's thread to end, some milliseconds. May be called from any thread but that one. Closing a
    /// second time has no effect.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        output.close()
        renderer.finish()
        renderer.releaseEnded()
    }

    /// What has happened so far. May be read from any thread.
    public var statistics: AudioStatistics {
        AudioStatistics(
            xruns: output.xruns, displacedVoices: renderer.displacedCount, refusedSounds: renderer.refusedCount)
    }
}

/// What went wrong without anything having failed: all zero on a system that keeps up.
public struct AudioStatistics: Equatable, Sendable {
    /// How often the device ran out of samples. The gap is heard as a click; the voices go on after it.
    public var xruns = 0
    /// How many sounds ended early because there were more than voices.
    public var displacedVoices = 0
    /// How many sounds were not played at all.
    public var refusedSounds = 0
}
