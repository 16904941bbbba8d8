import CarillonAudio

/// What can go wrong with a box.
extension Bench {
    /// Takes the GPIO chip away, as pulling out one on USB does: buttons are released, and outputs wait for it.
    public func unplugChip() { time.sync { chip.unplug() } }

    /// Brings the GPIO chip back.
    public func plugInChip() { time.sync { chip.plugIn() } }

    /// Takes the sound card away: what sounds ends, and what is played from now on is a failure.
    public func unplugSpeaker() {
        output.fail(.lost(device: "bench", reason: "No such device"))
        advance(by: .zero)
    }

    /// Lets time pass until no sound sounds any more.
    ///
    /// - Parameter limit: How long to wait at most, for those that never end.
    /// - Returns: Whether it is silent.
    @discardableResult
    public func finishSounds(atMost limit: Duration = .seconds(3600)) -> Bool {
        advance(atMost: limit) { !isSounding }
    }
}
