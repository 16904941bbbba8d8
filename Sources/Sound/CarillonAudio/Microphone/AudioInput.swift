/// A source of samples: a microphone, a file, or none.
///
/// It opens nothing until it is started. From then on it passes one channel of sound to a sink on a thread of its own.
package protocol AudioInput: AnyObject, Sendable {
    /// Begins to pass sound to a sink. Does not wait for the device. Called on one thread, as `stop` is.
    func start(_ sink: CaptureSink)

    /// Releases the device, without waiting. It may be started again.
    func stop()

    /// Notifies the input that its sink has commands. An input that always runs need not react. Called from any thread.
    func commandsDidArrive()
}

/// The microphones of a machine.
package protocol AudioInputs: Sendable {
    /// Returns a microphone, which need not exist.
    ///
    /// - Parameters:
    ///   - device: The name of the device in the wiring.
    ///   - gain: The amplification in decibels.
    func input(_ device: String, gain: Double) -> any AudioInput
}

/// The failure of a microphone.
package struct MicrophoneLost: Error, Equatable, CustomStringConvertible {
    package let device: String
    package let reason: String

    package init(device: String, reason: String) { (self.device, self.reason) = (device, reason) }

    package var description: String {
        "the microphone \"\(device)\" cannot be used (\(reason)); nothing is heard until it can, which is tried every second"
    }
}
