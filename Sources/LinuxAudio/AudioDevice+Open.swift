import CarillonAudio
import CarillonScheduling
import SoundFiles

extension AudioDevice {
    /// Opens the output.
    ///
    /// - Parameters:
    ///   - scheduler: The clock of what is not a sound card.
    ///   - buffering: How far ahead of the sound card to be.
    ///   - idlePolicy: What becomes of the sound card while nothing sounds.
    /// - Throws: `AudioOutputError`, which names the device and says what to do.
    public func open(
        pacedBy scheduler: any Scheduler, buffering: AudioBuffering = .standard,
        idlePolicy: AudioIdlePolicy = .keepRunning
    ) throws(AudioOutputError) -> any AudioOutput {
        switch self {
        case .none: SilentOutput(pacedBy: scheduler)
        case .file(let path): try WAVFileOutput(path: path, pacedBy: scheduler)
        case .alsa(let name): try ALSAOutput(name, buffering: buffering, idlePolicy: idlePolicy)
        }
    }
}

extension AudioEngine {
    /// Opens a device and starts an engine on it. May take some milliseconds.
    ///
    /// - Parameters:
    ///   - device: A sound card, a file, or none.
    ///   - scheduler: The clock of what is not a sound card, and the queue on which it is told what happens.
    ///   - buffering: How far ahead of the sound card to be.
    ///   - idlePolicy: What becomes of the sound card while nothing sounds.
    ///   - onEvent: As in `init(outputs:on:onEvent:)`.
    /// - Throws: `AudioOutputError`, which names the device and says what to do.
    public convenience init(
        device: AudioDevice, pacedBy scheduler: any Scheduler, buffering: AudioBuffering = .standard,
        idlePolicy: AudioIdlePolicy = .keepRunning, onEvent: @escaping @Sendable (AudioEvent) -> Void = { _ in }
    ) throws(AudioOutputError) {
        let output = try device.open(pacedBy: scheduler, buffering: buffering, idlePolicy: idlePolicy)
        try self.init(outputs: [output], on: scheduler, onEvent: onEvent)
    }
}
