/// Where samples go: a sound card, a file, nowhere.
///
/// To support another kind of output, write one type with these members. The engine starts it once and closes it once.
/// In between the output draws samples from its renderer at its own pace: takes the commands, renders a stretch of
/// frames, hands them on. All calls of the renderer must come from one thread at a time.
public protocol AudioOutput: AnyObject, Sendable, CustomStringConvertible {
    /// What it takes, fixed when it was opened.
    var format: AudioFormat { get }

    /// How many frames after a frame was rendered it has been heard for certain.
    var latency: Int { get }

    /// Whether its thread may wait for a file that is read while it plays; a sound card's must not.
    var mayWait: Bool { get }

    /// How often it ran out of samples. Read from any thread.
    var xruns: Int { get }

    /// Begins to play what the renderer gives; called once.
    ///
    /// - Throws: `AudioOutputError` if it cannot.
    func start(_ renderer: AudioRenderer) throws(AudioOutputError)

    /// The renderer has commands to take. Called from any thread, after `start`. An output that always runs finds them
    /// by itself and does nothing here; on a sound card this must neither wait nor allocate.
    func commandsWait()

    /// Falls silent at once and lets go of the device. When it returns, the renderer is not called any more.
    func close()
}

extension AudioOutput {
    public var latency: Int { 0 }
    public var mayWait: Bool { false }
    public var xruns: Int { 0 }
}

/// How far ahead of the device an output is. Less is sooner heard, more survives a busier machine.
public struct AudioBuffering: Hashable, Sendable {
    /// How often the device is given samples. A sound starts at the beginning of a period.
    public var period: Duration
    /// How long what it was given lasts: the time from rendering to hearing. At least two periods.
    public var buffer: Duration

    /// - Parameters:
    ///   - period: 1 ms or more. The device may choose another that is near.
    ///   - buffer: At least two periods. The device may choose another that is near.
    public init(period: Duration, buffer: Duration) {
        self.period = max(period, .milliseconds(1))
        self.buffer = max(buffer, self.period * 2)
    }

    /// 5 ms and 20 ms.
    public static let standard = AudioBuffering(period: .milliseconds(5), buffer: .milliseconds(20))
}

/// What becomes of a sound card while nothing sounds.
public enum AudioIdlePolicy: Hashable, Sendable {
    /// It plays silence, so that a sound is heard a buffer after it was played, from its first sample on.
    case keepRunning
    /// It is closed when nothing has sounded for so long, so that it needs no power and other programs can have it. The
    /// next sound opens it again, which takes some milliseconds, and is preceded by a buffer of silence, as cards that
    /// wake up may swallow some.
    case release(after: Duration)
}
