import CarillonAudio

/// A decoder of a sound file, piece by piece.
///
/// Not thread-safe: used by one thread at a time.
protocol FrameDecoder: AnyObject {
    /// The format of the frames that `read` has returned last; before, of the first ones.
    var format: AudioFormat { get }

    /// The message of the library about the last failure; nil if there was no failure.
    var failure: String? { get }

    /// Returns the length that the file declares, which may be wrong; nil if it declares none.
    ///
    /// - Parameter rate: The frames per second of the result.
    func claimedFrameCount(at rate: Int) -> Int?

    /// Decodes the next frames, and repairs their samples.
    ///
    /// - Parameter buffer: Room for thousands of samples, interleaved; full scale is 1.
    /// - Returns: The number of frames decoded, all of one format; 0 at the end.
    /// - Throws: The reason why decoding has failed, unless what is damaged is left out.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SoundError) -> Int

    /// Goes to a frame. Returns false if the file cannot be sought.
    ///
    /// - Parameter rate: The frames per second in which `frame` is counted.
    func seek(to frame: Int, at rate: Int) -> Bool
}

extension AudioFormat {
    /// Returns the number of frames at another rate that last as long, the last one begun.
    func frames(_ count: Int, at rate: Int) -> Int {
        Int((Double(count) * Double(rate) / Double(self.rate)).rounded(.up))
    }

    /// Returns the frame that is nearest to one of another rate.
    func frame(nearest frame: Int, at rate: Int) -> Int {
        Int((Double(frame) * Double(self.rate) / Double(rate)).rounded())
    }
}

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
