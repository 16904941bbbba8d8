import CarillonAudio

/// The microphones of this machine, through ALSA.
package final class ALSAInputs: AudioInputs {
    private let device: String?

    /// - Parameter device: The device of all microphones; nil for those that the wiring names.
    package init(insteadOfWired device: String? = nil) { self.device = device }

    package func input(_ device: String, gain: Double) -> any AudioInput {
        ALSAInput(self.device ?? device, gain: gain)
    }
}
