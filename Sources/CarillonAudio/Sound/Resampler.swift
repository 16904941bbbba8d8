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
        var error: UnsafePointer<CChar>?
        let resampled = [Float](unsafeUninitializedCapacity: capacity * channels) { output, count in
            var written = 0
            error = csoxr_resample(
                Double(rate), Double(wanted), UInt32(channels), samples, frames, output.baseAddress, capacity, &written)
            count = error == nil ? written * channels : 0
        }
        if let error { throw Failure(reason: String(cString: error)) }
        return resampled
    }
}
