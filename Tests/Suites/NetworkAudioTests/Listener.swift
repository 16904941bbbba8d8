import CarillonAudio
import Glibc
import StreamTestSupport

@testable import LinuxSound

/// A player's part of a stream: it takes the frames as they come, in no real time.
final class Listener {
    private let track: any TrackReader
    private(set) var frames = 0
    /// The loudest sample of either channel.
    private(set) var loudest: Float = 0
    /// The titles, each with the frame before which it came.
    private(set) var titles: [(frame: Int, title: String)] = []
    private(set) var interruptions: [String] = []
    private(set) var failure: StreamFailure?
    private(set) var hasEnded = false

    init(_ address: String, _ limits: StreamLimits = .hasty, in format: AudioFormat = .standard) throws {
        track = try NetworkTracks(limits: limits).open(address, in: format, at: 0, near: nil)
    }

    var tags: TrackTags { track.tags }
    /// The frames that the thread of the stream writes.
    var buffered: StreamFrames? { (track as? NetworkTrack)?.frames }

    /// Listens until a condition is met, or the stream has ended or failed, at most for 30 s.
    ///
    /// - Returns: Whether the condition is met.
    @discardableResult func listen(until isMet: (Listener) -> Bool = { _ in false }) -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        var buffer = [Float](repeating: 0, count: 8_192)
        while !isMet(self), !hasEnded, failure == nil, ContinuousClock.now < deadline {
            if let title = track.takeTitle() { titles.append((frames, title)) }
            if let reason = track.takeInterruption() { interruptions.append(reason) }
            do {
                let count = try buffer.withUnsafeMutableBufferPointer { try track.read(into: $0) }
                loudest = buffer[..<(count * 2)].reduce(loudest) { max($0, abs($1)) }
                frames += count
                if count == 0, track.isWaiting { poll(nil, 0, 1) }
                hasEnded = count == 0 && !track.isWaiting
            } catch {
                failure = error as? StreamFailure
            }
        }
        return isMet(self)
    }

    /// Listens to a stream until it fails, and returns the failure.
    static func failure(of address: String, _ limits: StreamLimits = .hasty) throws -> StreamFailure? {
        let listener = try Listener(address, limits)
        listener.listen()
        return listener.failure
    }
}

extension StreamLimits {
    /// Limits of a test: pauses of milliseconds, and a second of timeout.
    static var hasty: StreamLimits {
        var limits = StreamLimits()
        (limits.answering, limits.timeout, limits.pauses) = (20_000, 20, [.zero, .milliseconds(1)])
        return limits
    }

    static var impatient: StreamLimits {
        var limits = hasty
        (limits.answering, limits.timeout) = (300, 1)
        return limits
    }
}
