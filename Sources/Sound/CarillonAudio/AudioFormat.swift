/// The sample rate and the number of channels. A sound and its output must have the same format.
///
/// A frame is one sample for each channel, interleaved: left, right, left, right.
public struct AudioFormat: Hashable, Sendable {
    /// Frames per second, in hertz: 48,000 for most sound cards.
    public let rate: Int
    /// The number of channels: 1 is mono, 2 is stereo.
    public let channels: Int

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - rate: Frames per second, 1 or more. A smaller number counts as 1.
    ///   - channels: The number of channels, 1 or more. A smaller number counts as 1.
    public init(rate: Int, channels: Int) {
        self.rate = max(rate, 1)
        self.channels = max(channels, 1)
    }

    /// 48 kHz stereo: the format requested first from a sound card.
    public static let standard = AudioFormat(rate: 48_000, channels: 2)

    /// Returns the duration of `frames` frames. The result is rounded up to the nanosecond, so that all frames have been
    /// played when it has passed.
    public func duration(ofFrames frames: Int) -> Duration {
        .seconds(frames / rate) + .nanoseconds((frames % rate * 1_000_000_000 + rate - 1) / rate)
    }

    /// Returns the number of whole frames in `duration`; 0 if it is negative. Longer durations than 30 years count as 30 years.
    public func frames(in duration: Duration) -> Int {
        // A duration that was read from a file may be of any length.
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(946_080_000)).components
        return Int(seconds) * rate + Int(attoseconds / 1_000_000_000) * rate / 1_000_000_000
    }
}

extension AudioFormat: CustomStringConvertible {
    public var description: String { "\(rate) Hz, \(channels) channel\(channels == 1 ? "" : "s")" }
}
