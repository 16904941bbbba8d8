/// A destination of samples: a sound card, a file, or none.
///
/// To support another kind of output, implement this protocol. The engine starts the output once and closes it once. In
/// between, the output requests samples from its renderer at its own pace: it takes the commands, renders some frames and plays
/// them. Only one thread at a time may call the renderer.
public protocol AudioOutput: AnyObject, Sendable, CustomStringConvertible {
    /// The format of the samples, fixed when the output was opened.
    var format: AudioFormat { get }

    /// The maximum delay from rendering a frame to hearing it, in frames. The default is 0.
    var latency: Int { get }

    /// Whether the output's thread may wait while a streamed sound is read from its file. The default is false, which a sound
    /// card requires.
    var mayBlock: Bool { get }

    /// The number of times that the device ran out of samples; 0 by default. Read from any thread.
    var xruns: Int { get }

    /// Starts playing the renderer's samples. Called once.
    ///
    /// - Throws: `AudioOutputError` if the output cannot start.
    func start(_ renderer: AudioRenderer) throws(AudioOutputError)

    /// Notifies the output that the renderer has commands. Called from any thread, after `start`. An output that calls
    /// `takeCommands` regularly may ignore the notification. On a sound card this must neither wait nor allocate.
    func commandsDidArrive()

    /// Stops playing at once and releases the device. The renderer is not called after this returns.
    func close()
}

extension AudioOutput {
    public var latency: Int { 0 }
    public var mayBlock: Bool { false }
    public var xruns: Int { 0 }
}

/// The amount of sound that an output renders in advance. A small amount reduces the delay of new sounds. A large amount avoids
/// gaps on a busy machine.
public struct AudioBuffering: Hashable, Sendable {
    /// The interval at which samples are written to the device. The samples of a new sound are written at once.
    public var period: Duration
    /// The duration of the samples that wait in the device: the time from rendering a sample to hearing it. At least two
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

    /// A period of 10 ms and a buffer of 20 ms. Periods of 5 ms would take 50 % more processor time. No sound would be
    /// heard earlier, because a new sound does not wait for a period.
    public static let standard = AudioBuffering(period: .milliseconds(10), buffer: .milliseconds(20))
}

/// The behaviour of an output while no sound plays: it keeps the sound card open, or releases it.
public enum AudioIdlePolicy: Hashable, Sendable {
    /// The card plays silence. A sound is heard after the duration of the buffer, and from its first sample.
    case keepRunning
    /// The card is closed after silence of this duration, so that it needs no power and other programs can use it. The
    /// next sound opens it again, which takes some milliseconds. A buffer of silence precedes the sound, because cards
    /// that wake up may lose the first samples.
    case release(after: Duration)
}
