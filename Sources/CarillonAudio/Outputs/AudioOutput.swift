/// A destination of samples: a sound card, a file, or none.
///
/// To support another kind of output, write a type with these members. The engine starts it once and closes it once. In
/// between, the output pulls samples from its renderer at its own pace: it takes the commands, renders a stretch of
/// frames and passes them on. Only one thread at a time may call the renderer.
public protocol AudioOutput: AnyObject, Sendable, CustomStringConvertible {
    /// The format of the samples, fixed when the output was opened.
    var format: AudioFormat { get }

    /// The number of frames after which a rendered frame is certain to have been heard.
    var latency: Int { get }

    /// Whether the output's thread may wait for a file that is read while it plays. A sound card's thread must not.
    var mayBlock: Bool { get }

    /// The number of times that the device ran out of samples. Read from any thread.
    var xruns: Int { get }

    /// Starts playing the renderer's samples. Called once.
    ///
    /// - Throws: `AudioOutputError` if the output cannot start.
    func start(_ renderer: AudioRenderer) throws(AudioOutputError)

    /// Notifies the output that the renderer has commands. Called from any thread, after `start`. An output that always
    /// runs finds the commands by itself and need not react. On a sound card this must neither wait nor allocate.
    func commandsDidArrive()

    /// Stops playing at once and releases the device. The renderer is not called after this returns.
    func close()
}

extension AudioOutput {
    public var latency: Int { 0 }
    public var mayBlock: Bool { false }
    public var xruns: Int { 0 }
}

/// The time by which an output renders ahead of its device. A shorter time reduces the delay; a longer time tolerates a
/// busier machine.
public struct AudioBuffering: Hashable, Sendable {
    /// The interval at which the device is given samples. A new sound need not wait for the end of a period.
    public var period: Duration
    /// The duration of the samples that the device holds, and so the time from rendering to hearing. At least two
    /// periods.
    public var buffer: Duration

    /// Creates the buffering of an output.
    ///
    /// - Parameters:
    ///   - period: 1 ms or more. A shorter period counts as 1 ms. The device may choose a similar value.
    ///   - buffer: At least two periods. A shorter buffer counts as two periods. The device may choose a similar value.
    public init(period: Duration, buffer: Duration) {
        self.period = max(period, .milliseconds(1))
        self.buffer = max(buffer, self.period * 2)
    }

    /// A period of 5 ms and a buffer of 20 ms.
    public static let standard = AudioBuffering(period: .milliseconds(5), buffer: .milliseconds(20))
}

/// The behaviour of an output while no sound plays: it keeps the sound card open, or releases it.
public enum AudioIdlePolicy: Hashable, Sendable {
    /// The card plays silence, so that a sound is heard one buffer after it was played, from its first sample on.
    case keepRunning
    /// The card is closed after silence of this duration, so that it needs no power and other programs can use it. The
    /// next sound opens it again, which takes some milliseconds. A buffer of silence precedes the sound, because cards
    /// that wake up may lose the first samples.
    case release(after: Duration)
}
