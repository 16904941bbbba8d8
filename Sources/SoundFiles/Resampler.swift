import CSoxr
import CarillonAudio

/// Changes the rate of a stream of samples with libsoxr, at its very high quality.
///
/// Not thread-safe: whoever owns the stream keeps it to one thread at a time.
final class Resampler {
    struct Failure: Error {
        /// libsoxr's words.
        let reason: String
    }

    /// How many bytes one takes at most: measured were 0.3 to 1.1 MiB, and 0.1 to 0.8 MiB for each further channel,
    /// between rates from 1,000 to 1,000,000 Hz and those of sound cards.
    static func memory(channels: Int) -> Int { (512 + 1_024 * channels) << 10 }

    private let channels: Int
    private let handle: UnsafeMutableRawPointer

    init(channels: Int, from rate: Int, to wanted: Int) throws(Failure) {
        self.channels = channels
        var created: UnsafeMutableRawPointer?
        let error = csoxr_create(Double(rate), Double(wanted), UInt32(channels), &created)
        if let error { throw Failure(reason: String(cString: error)) }
        guard let created else { throw Failure(reason: "libsoxr is out of memory") }
        handle = created
    }

    deinit { csoxr_delete(handle) }

    /// Takes input and gives output, as much as it will of both.
    ///
    /// - Parameters:
    ///   - input: Interleaved. Without samples it says that there are no more, and what the filter holds is given.
    ///   - output: A whole number of frames.
    /// - Returns: How many frames were taken and how many were given.
    func process(
        _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
    ) throws(Failure) -> (taken: Int, given: Int) {
        var taken = 0
        var given = 0
        let error = csoxr_process(
            handle, input.isEmpty ? nil : input.baseAddress, input.count / channels, &taken,
            output.baseAddress, output.count / channels, &given)
        if let error { throw Failure(reason: String(cString: error)) }
        return (taken, given)
    }
}
