import CHardware
import CarillonAudio

/// A converter of the sample rate of a stream, with libsoxr's quality HQ, which is exact to 20 bits.
///
/// VHQ is exact to 28 bits, more than a sound card plays, and computes in double precision.
///
/// Not thread-safe: used by one thread at a time.
package final class Resampler {
    package struct Failure: Error {
        /// The message of libsoxr.
        package let reason: String
    }

    /// Returns the maximum memory of a resampler, in bytes. Measured were 0.3 to 1.1 MiB, and 0.1 to 0.8 MiB for each
    /// further channel, between rates from 1,000 to 1,000,000 Hz and those of sound cards.
    static func memory(channels: Int) -> Int { (512 + 1_024 * channels) << 10 }

    private let channels: Int
    private let handle: UnsafeMutableRawPointer
    /// Whether the end of the input has been marked. libsoxr crashes if more input follows.
    private(set) var hasEnded = false

    package init(channels: Int, from rate: Int, to wanted: Int) throws(Failure) {
        self.channels = channels
        var created: UnsafeMutableRawPointer?
        let error = csoxr_create(Double(rate), Double(wanted), UInt32(channels), &created)
        if let error { throw Failure(reason: String(cString: error)) }
        guard let created else { throw Failure(reason: "libsoxr is out of memory") }
        handle = created
    }

    /// The number of frames that have been consumed, and not produced yet.
    var delay: Int { Int(csoxr_delay(handle).rounded()) }

    deinit { csoxr_delete(handle) }

    /// Consumes input and produces output, as much of both as libsoxr chooses.
    ///
    /// - Parameters:
    ///   - input: Interleaved. An empty input marks the end; the output is then the rest of the filter. After the end,
    ///     any other input is refused with an error.
    ///   - output: A whole number of frames.
    /// - Returns: The number of frames consumed and the number of frames produced.
    package func process(
        _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
    ) throws(Failure) -> (consumed: Int, produced: Int) {
        if input.isEmpty { hasEnded = true } else if hasEnded { throw Failure(reason: "its input has ended") }
        var consumed = 0
        var produced = 0
        let error = csoxr_process(
            handle, input.isEmpty ? nil : input.baseAddress, input.count / channels, &consumed,
            output.baseAddress, output.count / channels, &produced)
        if let error { throw Failure(reason: String(cString: error)) }
        return (consumed, produced)
    }
}
