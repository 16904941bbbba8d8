/// A handle to a sound that is being played, for following, changing and stopping it.
///
/// The handle may be kept for any time. After the voice has ended, its methods have no effect. They may be called from
/// any thread. On a sound card they take no lock, do not allocate and do not wait. A change takes effect with the next
/// frames that are mixed.
public struct Voice: Sendable {
    let number: Int
    let engine: AudioEngine

    /// Whether the voice has not ended.
    public var isSounding: Bool { engine.ticket(of: self) != nil }

    /// The position in the sound up to which it has been mixed; nil when the voice has ended. The listener
    /// hears this position later, by the latency of the device's buffer.
    public var position: Duration? {
        engine.ticket(of: self).map { ticket in engine.format.duration(ofFrames: ticket.position) }
    }

    /// Fades the voice out and ends it.
    ///
    /// - Parameter fade: The duration of the fade-out. At least 5 ms, to avoid a click.
    public func stop(fade: Duration = .zero) { engine.stop(self, fade: fade) }

    /// Changes the gain.
    ///
    /// - Parameters:
    ///   - decibels: The new gain in decibels: 0 leaves the sound as it is. A gain above 24 counts as 24.
    ///   - duration: The duration of the change. At least 10 ms, to avoid a click.
    /// - Returns: False if the voice has ended, or if an output's command queue is full because hundreds of changes are
    ///   waiting.
    @discardableResult
    public func setGain(_ decibels: Double, over duration: Duration = .zero) -> Bool {
        let frames = engine.format.frames(in: duration)
        return engine.send(.gain(voice: number, Gain.amplitude(decibels: decibels), frames: frames), to: self)
    }

    /// Changes the pan.
    ///
    /// - Parameters:
    ///   - pan: The new position: -1 is left only, 0 is the centre, 1 is right only.
    ///   - duration: The duration of the change. At least 10 ms, to avoid a click.
    /// - Returns: False if the voice has ended, or if an output's command queue is full because hundreds of changes are
    ///   waiting.
    @discardableResult
    public func setPan(_ pan: Double, over duration: Duration = .zero) -> Bool {
        let sides = Gain.sides(pan: pan)
        let frames = engine.format.frames(in: duration)
        return engine.send(.sides(voice: number, left: sides.left, right: sides.right, frames: frames), to: self)
    }
}
