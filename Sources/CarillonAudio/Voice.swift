/// A sound that was played: to follow it, change it and end it.
///
/// It may be kept for as long as one likes. Once the voice has ended, nothing has an effect any more. All of it may be
/// called from any thread, takes no lock, does not allocate and does not wait; a change begins with the next frames that
/// are mixed.
public struct Voice: Sendable {
    let number: Int
    let engine: AudioEngine

    /// Whether it has not ended.
    public var isSounding: Bool { engine.ticket(of: self) != nil }

    /// How far it is in its sound, as mixed: what is heard is behind that by what the device buffers. Nil when it has
    /// ended.
    public var position: Duration? {
        engine.ticket(of: self).map { ticket in engine.format.duration(ofFrames: ticket.position) }
    }

    /// Lets it fall silent and end.
    ///
    /// - Parameter fade: How long that takes. It is 5 ms at least, so that nothing clicks.
    public func stop(fade: Duration = .zero) { engine.stop(self, fade: fade) }

    /// Makes it louder or quieter.
    ///
    /// - Parameters:
    ///   - decibels: As in `Playback.gain`.
    ///   - duration: How long it takes to get there. It is 10 ms at least, so that nothing clicks.
    /// - Returns: False if it has ended, or hundreds of changes wait already.
    @discardableResult
    public func setGain(_ decibels: Double, over duration: Duration = .zero) -> Bool {
        let frames = engine.format.frames(in: duration)
        return engine.send(.gain(voice: number, Gain.amplitude(decibels: decibels), frames: frames), to: self)
    }

    /// Turns it to a side.
    ///
    /// - Parameters:
    ///   - pan: As in `Playback.pan`.
    ///   - duration: How long it takes to get there. It is 10 ms at least, so that nothing clicks.
    /// - Returns: False if it has ended, or hundreds of changes wait already.
    @discardableResult
    public func setPan(_ pan: Double, over duration: Duration = .zero) -> Bool {
        let sides = Gain.sides(pan: pan)
        let frames = engine.format.frames(in: duration)
        return engine.send(.sides(voice: number, left: sides.left, right: sides.right, frames: frames), to: self)
    }
}
