import CSoxr

/// Changes the rate of samples with libsoxr, at its very high quality.
enum Resampler {
    struct Failure: Error {
        /// libsoxr's words.
        let reason: String
    }

    /// - Parameter samples: Interleaved.
    static func resample(
        _ samples: [Float], channels: Int, from rate: Int, to wanted: Int
    ) throws(Failure) -> [Float] {
        let frames = samples.count / channels
        let capacity = (frames * wanted + rate - 1) / rate + 1
        var quality = soxr_quality_spec(UInt(SOXR_VHQ), 0)
        var error: soxr_error_t?
        let resampled = [Float](unsafeUninitializedCapacity: capacity * channels) { output, count in
            var written = 0
            // Without an I/O specification libsoxr takes and gives interleaved 32-bit floats.
            error = soxr_oneshot(
                Double(rate), Double(wanted), UInt32(channels), samples, frames, nil, output.baseAddress, capacity,
                &written, nil, &quality, nil)
            count = error == nil ? written * channels : 0
        }
        if let error { throw Failure(reason: String(cString: error)) }
        return resampled
    }
}
