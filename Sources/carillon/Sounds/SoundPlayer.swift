import CarillonAudio
import CarillonRealTime
import Dispatch
import Glibc
import SoundFiles
import Synchronization

/// Plays sounds on a device, one after the other, with a level meter where there is a terminal.
final class SoundPlayer: Sendable {
    /// How often the meter is drawn.
    private static let step = DispatchTimeInterval.milliseconds(50)

    /// What happens while the command waits.
    private final class News: Sendable {
        let failure = Mutex<AudioOutputError?>(nil)
        let isInterrupted = Atomic(false)
        /// Signalled when a voice has ended, or something else has happened.
        let isThere = DispatchSemaphore(value: 0)
    }

    private let queue: RealTimeQueue
    private let engine: AudioEngine
    private let news = News()

    /// - Throws: `AudioOutputError` if the device cannot be used, `RealTimeError` if the system has no thread left.
    init(device: AudioDevice) throws {
        let signals = try TerminationSignals()
        queue = try RealTimeQueue(
            name: "player", configuration: RealTimeConfiguration(priority: 0), onRefusal: { _ in })
        engine = try AudioEngine(device: device, pacedBy: queue) { [news] event in
            // Nobody waits at a command line for a device to come back.
            switch event {
            case .lost(let error), .failed(let error):
                news.failure.withLock { $0 = error }
                news.isThere.signal()
            case .wokeUp, .returned: break
            }
        }
        _ = try signals.watch(on: queue) { [news] in
            news.isInterrupted.store(true, ordering: .relaxed)
            news.isThere.signal()
        }
    }

    /// What sounds must be loaded for.
    var format: AudioFormat { engine.format }

    /// Plays a sound to its end; what it ends with is heard while the next one begins.
    ///
    /// - Returns: False if the person has had enough.
    /// - Throws: `AudioOutputError` if the device has failed, `SoundError` if a streamed sound has.
    func play(_ sound: Sound, called name: String, gain: Double) throws -> Bool {
        let playback = Playback(gain: gain)
        let isPlayed = engine.play(sound, playback, onEnd: { [news] _ in news.isThere.signal() }) != nil
        guard isPlayed else {
            throw news.failure.withLock { $0 } ?? NotPlayed(name: name)
        }
        if Terminal.current.height == nil {
            print(sound.duration > .zero ? "\(name) (\(sound.duration))" : name)
            news.isThere.wait()
        } else {
            try follow(sound, name: name, gain: gain)
        }
        if let error = news.failure.withLock({ $0 }) { throw error }
        if let error = sound.failure { throw error }
        return !news.isInterrupted.load(ordering: .relaxed)
    }

    /// Follows the clock: an output that is no sound card mixes what is over only now and then.
    private func follow(_ sound: Sound, name: String, gain: Double) throws {
        let levels = try SoundLevels(sound)
        let factor = Float(pow(10, gain / 20))
        var meter = LevelMeter(name: name, duration: sound.duration)
        let start = queue.now
        repeat {
            let position = queue.now - start
            meter.follow(levels.peaks(to: position).map { $0 * factor })
            show("\r\(meter.line(at: position, on: .current))\u{1b}[K")
        } while news.isThere.wait(timeout: .now() + Self.step) == .timedOut
        show("\r\(name)\u{1b}[K\n")
    }

    private func show(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    /// Lets what sounds be heard to its end, and gives the device back; a file is completed.
    ///
    /// - Throws: `AudioOutputError` if the device has failed.
    func finish() throws {
        if !news.isInterrupted.load(ordering: .relaxed) {
            let isSilent = DispatchSemaphore(value: 0)
            engine.drain(on: queue) { isSilent.signal() }
            isSilent.wait()
        }
        engine.close()
        queue.stop()
        if let error = news.failure.withLock({ $0 }) { throw error }
    }
}

/// A sound was not played, for a reason that only the engine knows.
struct NotPlayed: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) is not played: the sound output has failed, or is overrun" }
}
