/// What stands for a sound card in a build without hardware: there is none.
public final class ALSAOutput: AudioOutput {
    public let format = AudioFormat.standard
    public let description = "none"

    /// Finds no sound card.
    ///
    /// - Throws: `AudioOutputError.unusable`.
    public init(
        _ name: String, buffering: AudioBuffering = .standard, idlePolicy: AudioIdlePolicy = .keepRunning
    ) throws(AudioOutputError) {
        throw .unusable(device: name, reason: "Carillon was built without hardware, and without ALSA")
    }

    public func start(_ renderer: AudioRenderer) {}
    public func commandsWait() {}
    public func close() {}
}
