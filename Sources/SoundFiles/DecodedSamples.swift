/// Samples as a decoder returns them, of full scale 1, which may be damaged.
package enum DecodedSamples {
    /// A thousand times full scale. A file of floats may have larger samples, which resampling would turn into infinities.
    private static let loudest: Float = 1_000

    /// Replaces samples that are not finite by 0, and clips those beyond a thousand times full scale.
    package static func repair(_ samples: UnsafeMutableBufferPointer<Float>) {
        // Nearly always nothing is to be repaired, and this loop, which has no branch, is vectorised.
        var faults: Int32 = 0
        for sample in samples { faults |= abs(sample) <= loudest ? 0 : 1 }
        guard faults != 0 else { return }
        for index in samples.indices {
            let sample = samples[index]
            samples[index] = sample.isFinite ? min(max(sample, -loudest), loudest) : 0
        }
    }
}
