import CarillonAudio

/// Faults of the hardware.
extension Bench {
    /// Removes the GPIO chip, like unplugging one on USB: buttons count as released, and output changes wait for the
    /// chip.
    public func unplugChip() { time.sync { chip.unplug() } }

    /// Plugs the GPIO chip in again.
    public func plugInChip() { time.sync { chip.plugIn() } }

    /// Removes the sound card: current sounds end, and later sounds fail.
    public func unplugSpeaker() {
        output.fail(.lost(device: "bench", reason: "No such device"))
        advance(by: .zero)
    }

    /// Lets time pass until no sound is playing.
    ///
    /// - Parameter limit: The longest wait, in virtual time, in case a sound never ends.
    /// - Returns: Whether all sounds have ended.
    @discardableResult
    public func finishSounds(atMost limit: Duration = .seconds(3600)) -> Bool {
        advance(atMost: limit) { !isSounding }
    }
}
