/// Keeps the sum of voices within full scale, by turning all of it down while it would be too loud.
///
/// Without a limiter, samples beyond full scale are clipped for as long as the sum is loud, which is heard as rattling.
/// The limiter turns down at the very sample that would exceed full scale, by as much as it exceeds it, so that a peak
/// ends at full scale. It holds the gain for a while, so that it does not follow the wave of a low tone, and then turns
/// up slowly. It adds no delay. Samples within full scale pass bit-exact, unless the gain is still reduced after a
/// peak.
struct Limiter {
    /// The current factor: 1 or less.
    private(set) var gain: Float = 1
    private var framesHeld = 0
    /// The frames for which a reduced gain is held: 20 ms, one wave of 50 Hz.
    private let hold: Int
    /// The increase per frame: from silence to full gain in one second, the last 6 dB in half a second.
    private let rise: Float

    /// - Parameter rate: Frames per second.
    init(rate: Int) {
        hold = rate / 50
        rise = 1 / Float(rate)
    }

    /// Limits the next frames.
    ///
    /// - Parameter buffer: A whole number of frames, interleaved.
    mutating func limit(_ buffer: UnsafeMutableBufferPointer<Float>, channels: Int) {
        guard gain < 1 || Self.exceedsFullScale(buffer) else { return }
        var index = 0
        while index < buffer.count {
            var peak: Float = 0
            for channel in 0..<channels { peak = max(peak, abs(buffer[index + channel])) }
            follow(peak)
            for channel in 0..<channels { buffer[index + channel] *= gain }
            index += channels
        }
    }

    /// Skips frames of silence.
    mutating func skip(frames: Int) {
        let rising = frames - framesHeld
        framesHeld = max(framesHeld - frames, 0)
        if rising > 0 { gain = min(gain + rise * Float(rising), 1) }
    }

    private mutating func follow(_ peak: Float) {
        if peak * gain > 1 {
            gain = 1 / peak
            framesHeld = hold
        } else if framesHeld > 0 {
            framesHeld -= 1
        } else if gain < 1 {
            gain = min(gain + rise, 1)
            if peak * gain > 1 { gain = 1 / peak }
        }
    }

    private static func exceedsFullScale(_ buffer: UnsafeMutableBufferPointer<Float>) -> Bool {
        guard let samples = buffer.baseAddress else { return false }
        let vectors = buffer.count / 8
        var exceeds = SIMDMask<SIMD8<Int32>>(repeating: false)
        for vector in 0..<vectors {
            let eight = UnsafeRawPointer(samples + vector * 8).loadUnaligned(as: SIMD8<Float>.self)
            exceeds .|= (eight .> 1) .| (eight .< -1)
        }
        if any(exceeds) { return true }
        for index in (vectors * 8)..<buffer.count where abs(buffer[index]) > 1 { return true }
        return false
    }
}
