import CLibrary

/// Mixes the end of each track with the beginning of the next one.
///
/// The last frames of a track are held back until the next track has been opened: from the place on at which its file says
/// that they begin. If the file is wrong, the fade is shorter, or begins later; no frame is lost. A track that does not declare
/// its length, such as a stream, is followed without a fade.
///
/// The gains are those of equal power, the cosine and the sine of a quarter turn.
struct Crossfade {
    /// The frames that two tracks share at most.
    let length: Int
    private let channels: Int
    /// The frame of the present track from which frames are held back.
    private var holdStart = Int.max
    /// The end of the present track.
    private var held: [Float] = []
    /// The end of the track before: its samples, those that have been taken, and those to take before the fade.
    private var tail: [Float] = []
    private var (taken, plain) = (0, 0)

    init(length: Int, channels: Int) { (self.length, self.channels) = (length, channels) }

    /// Whether frames wait that belong before those of the present track.
    var hasPlain: Bool { taken < plain }

    /// Begins a track, from a frame of it on.
    ///
    /// - Parameter frameCount: The length that the file declares; nil if it declares none.
    mutating func begin(frameCount: Int?) {
        // Half a track for each of its two fades.
        let most = min(length, (frameCount ?? 0) / 2)
        holdStart = frameCount.map { most > 0 ? $0 - most : Int.max } ?? Int.max
        plain = max(tail.count - most * channels, taken)
    }

    /// Mixes the frames of the present track with the end of the one before, and holds back those of its end.
    ///
    /// - Parameters:
    ///   - frame: The number of the first frame; negative for the last frames of the track before, out of the resampler.
    ///   - count: The number of frames.
    /// - Returns: The number of frames that are left in the buffer; they may be earlier ones.
    mutating func pass(_ buffer: UnsafeMutableBufferPointer<Float>, frame: Int, count: Int) -> Int {
        mix(into: buffer, count)
        guard frame + count > holdStart else { return count }
        let passing = max(holdStart - frame, 0)
        held += buffer[(passing * channels)..<(count * channels)]
        let surplus = min(max(held.count - length * channels, 0), (count - passing) * channels)
        for index in 0..<surplus { buffer[passing * channels + index] = held[index] }
        held.removeFirst(surplus)
        return passing + surplus / channels
    }

    /// Ends the present track. Those of its frames that have not been passed on come before the next track or fade into it.
    ///
    /// - Parameter readRest: Reads more of its frames; returns 0 at their end.
    /// - Returns: Whether it has such frames; otherwise nothing has been read.
    mutating func end(_ readRest: (UnsafeMutableBufferPointer<Float>) -> Int = { _ in 0 }) -> Bool {
        holdStart = .max
        // The track was shorter than the fade of the one before, which ends without it.
        let rest = fadedRest()
        guard !held.isEmpty || !rest.isEmpty else { return false }
        var more = [Float](repeating: 0, count: 1024 * channels)
        while case let count = more.withUnsafeMutableBufferPointer({ readRest($0) }), count > 0 {
            held += more[..<(count * channels)]
        }
        (tail, held) = (held + rest, [])
        return true
    }

    /// Lets all frames that wait come before what follows. Returns whether there are any.
    mutating func flush() -> Bool {
        plain = tail.count
        return hasPlain
    }

    /// Takes frames that belong before those of the present track.
    ///
    /// - Returns: Their number.
    mutating func takePlain(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = min(plain - taken, buffer.count / channels * channels)
        for index in 0..<count { buffer[index] = tail[taken + index] }
        taken += count
        dropTakenTail()
        return count / channels
    }

    private mutating func mix(into buffer: UnsafeMutableBufferPointer<Float>, _ count: Int) {
        let samples = min(tail.count - taken, count * channels)
        guard samples > 0 else { return }
        for index in 0..<samples {
            let (fading, rising) = gains(at: taken + index)
            buffer[index] = buffer[index] * rising + tail[taken + index] * fading
        }
        taken += samples
        dropTakenTail()
    }

    private mutating func fadedRest() -> [Float] {
        defer { (tail, taken, plain) = ([], 0, 0) }
        return (taken..<tail.count).map { tail[$0] * ($0 < plain ? 1 : gains(at: $0).fading) }
    }

    /// Returns the gains of the track before and of the present one at a sample of the tail.
    private func gains(at sample: Int) -> (fading: Float, rising: Float) {
        let progress = (Double((sample - plain) / channels) + 0.5) / Double((tail.count - plain) / channels)
        let angle = progress * .pi / 2
        return (Float(cos(angle)), Float(sin(angle)))
    }

    private mutating func dropTakenTail() { if taken == tail.count { (tail, taken, plain) = ([], 0, 0) } }
}
