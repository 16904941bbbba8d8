/// How many frames a second, and how many samples a frame: what a sound and an output must agree on.
///
/// A frame is one sample for each channel, interleaved: left, right, left, right.
public struct AudioFormat: Hashable, Sendable {
    /// Frames per second, in hertz: 48,000 for most sound cards.
    public let rate: Int
    /// 1 is mono, 2 is stereo.
    public let channels: Int

    /// - Parameters:
    ///   - rate: Frames per second, 1 or more. A smaller number counts as 1.
    ///   - channels: 1 or more. A smaller number counts as 1.
    public init(rate: Int, channels: Int) {
        self.rate = max(rate, 1)
        self.channels = max(channels, 1)
    }

    /// 48 kHz in stereo: what is asked of a sound card first.
    public static let standard = AudioFormat(rate: 48_000, channels: 2)

    /// How long `frames` frames last, rounded up to the nanosecond: when it has passed, so have they.
    public func duration(ofFrames frames: Int) -> Duration {
        .seconds(frames / rate) + .nanoseconds((frames % rate * 1_000_000_000 + rate - 1) / rate)
    }

    /// How many whole frames are over when `duration` has passed. A negative duration has none.
    public func frames(in duration: Duration) -> Int {
        let (seconds, attoseconds) = max(duration, .zero).components
        return Int(seconds) * rate + Int(attoseconds / 1_000_000_000) * rate / 1_000_000_000
    }
}

extension AudioFormat: CustomStringConvertible {
    public var description: String { "\(rate) Hz, \(channels) channel\(channels == 1 ? "" : "s")" }
}
