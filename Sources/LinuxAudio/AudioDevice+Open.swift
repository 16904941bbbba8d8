import CarillonAudio
import CarillonScheduling
import SoundFiles

extension AudioDevice {
    /// Opens the output.
    ///
    /// - Parameters:
    ///   - scheduler: The clock of outputs other than sound cards.
    ///   - buffering: The time by which to render ahead of the sound card.
    ///   - idlePolicy: The use of the sound card while nothing sounds.
    /// - Throws: `AudioOutputError`, which names the device and the remedy.
    public func open(
        pacedBy scheduler: any Scheduler, buffering: AudioBuffering = .standard,
        idlePolicy: AudioIdlePolicy = .keepRunning
    ) throws(AudioOutputError) -> any AudioOutput {
        switch self {
        case .silent: SilentOutput(pacedBy: scheduler)
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
    ///   - scheduler: The clock of outputs other than sound cards, and the queue on which the engine reports events and
    ///     ended voices.
    ///   - buffering: The time by which to render ahead of the sound card.
    ///   - idlePolicy: The use of the sound card while nothing sounds.
    ///   - onEvent: As in `init(outputs:on:onEvent:)`.
    /// - Throws: `AudioOutputError`, which names the device and the remedy.
    public convenience init(
        device: AudioDevice, pacedBy scheduler: any Scheduler, buffering: AudioBuffering = .standard,
        idlePolicy: AudioIdlePolicy = .keepRunning, onEvent: @escaping @Sendable (AudioEvent) -> Void = { _ in }
    ) throws(AudioOutputError) {
        let output = try device.open(pacedBy: scheduler, buffering: buffering, idlePolicy: idlePolicy)
        try self.init(outputs: [output], on: scheduler, onEvent: onEvent)
    }
}
