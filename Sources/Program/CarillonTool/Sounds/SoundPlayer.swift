import CarillonAppliance
import CarillonAudio
import CarillonRealTime
import CarillonScheduling
import Dispatch
import Glibc
import LinuxSound
import Synchronization

/// A player of sounds on a device, one after the other, with a level meter in a terminal.
final class SoundPlayer: Sendable {
    /// The interval between drawings of the meter.
    private static let step = DispatchTimeInterval.milliseconds(50)

    /// Events while the command waits.
    private final class Events: Sendable {
        let failure = Locked<AudioOutputError?>(nil)
        let isInterrupted = Atomic(false)
        /// Signalled when a voice has ended, when the output has failed, and on interruption.
        let arrived = DispatchSemaphore(value: 0)
    }

    private let queue: RealTimeQueue
    private let engine: AudioEngine
    private let events = Events()

    /// - Throws: `AudioOutputError` if the device cannot be used, `RealTimeError` if the system has no thread left.
    init(device: AudioDevice) throws {
        let signals = try TerminationSignals()
        queue = try RealTimeQueue(
            name: "player", configuration: RealTimeConfiguration(priority: 0), onDenial: { _ in })
        engine = try AudioEngine(device: device, pacedBy: queue) { [events] event in
            // The command ends when its device is lost, rather than wait for its return.
            switch event {
            case .lost(let error), .failed(let error):
                events.failure.withLock { $0 = error }
                events.arrived.signal()
            case .wokeUp, .returned: break
            }
        }
        _ = try signals.watch(on: queue) { [events] in
            events.isInterrupted.store(true, ordering: .relaxed)
            events.arrived.signal()
        }
    }

    /// The format that sounds must be loaded for.
    var format: AudioFormat { engine.format }

    /// Plays a sound until the engine has mixed its end. Its last part is heard while the next sound starts.
    ///
    /// - Returns: False if the user has interrupted the command.
    /// - Throws: `AudioOutputError` if the device has failed, `SoundError` if a streamed sound has.
    func play(_ sound: Sound, called name: String, gain: Double) throws -> Bool {
        let playback = Playback(gain: gain)
        let isPlayed = engine.play(sound, playback, onEnd: { [events] _ in events.arrived.signal() }) != nil
        guard isPlayed else {
            throw events.failure.withLock { $0 }
                ?? Failure("cannot play \(name): the sound output has failed or is overloaded")
        }
        if Terminal.current.height == nil {
            print(sound.duration > .zero ? "\(name) (\(sound.duration.inWords))" : name)
            events.arrived.wait()
        } else {
            try follow(sound, name: name, gain: gain)
        }
        if let error = events.failure.withLock({ $0 }) { throw error }
        if let error = sound.failure { throw error }
        return !events.isInterrupted.load(ordering: .relaxed)
    }

    /// Draws the meter until the sound has ended. Its position follows the clock, because an output that is not a sound
    /// card mixes only now and then.
    private func follow(_ sound: Sound, name: String, gain: Double) throws {
        let levels = try SoundLevels(sound)
        let factor = Float(pow(10, gain / 20))
        var meter = LevelMeter(name: name, duration: sound.duration)
        let start = queue.now
        repeat {
            let position = queue.now - start
            meter.follow(levels.peaks(to: position).map { $0 * factor })
            show("\r\(meter.line(at: position, on: .current))\u{1b}[K")
        } while events.arrived.wait(timeout: .now() + Self.step) == .timedOut
        show("\r\(name)\u{1b}[K\n")
    }

    private func show(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    /// Waits until all sounds are heard, and releases the device. Completes a recording.
    ///
    /// - Throws: `AudioOutputError` if the device has failed.
    func finish() throws {
        if !events.isInterrupted.load(ordering: .relaxed) {
            let isSilent = DispatchSemaphore(value: 0)
            engine.drain(on: queue) { isSilent.signal() }
            isSilent.wait()
        }
        engine.close()
        queue.stop()
        if let error = events.failure.withLock({ $0 }) { throw error }
    }
}
