import CarillonAudio

/// A conversion of decoded frames to the format of an engine.
final class FrameConverter {
    let source: AudioFormat
    private let before: ChannelMap
    private let after: ChannelMap
    private let resampler: Resampler?
    private var mapped: [Float] = []
    private var resampled: [Float]
    private let output: UnsafeMutableBufferPointer<Float>
    private let rate: Int
    /// The frames taken and given so far.
    private var taken = 0
    private var given = 0

    init(from source: AudioFormat, to format: AudioFormat) throws(StreamFailure) {
        (self.source, rate) = (source, format.rate)
        let channels = min(source.channels, format.channels)
        before = ChannelMap(source: source.channels, destination: channels)
        after = ChannelMap(source: channels, destination: format.channels)
        do throws(Resampler.Failure) {
            resampler =
                source.rate == format.rate
                ? nil : try Resampler(channels: channels, from: source.rate, to: format.rate)
        } catch {
            throw .noLibrary(reason: error.reason)
        }
        resampled = Array(repeating: 0, count: 4_096 * channels)
        output = .allocate(capacity: 4_096 * format.channels)
    }

    deinit { output.deallocate() }

    /// The frames that the resampler has not given yet for those that it has taken.
    var delay: Int { max(taken * rate / source.rate - given, 0) }

    /// Converts frames, and calls `take` with the results, in pieces.
    func convert(
        _ samples: UnsafeBufferPointer<Float>,
        _ take: (UnsafeBufferPointer<Float>) throws(StreamFailure) -> Void
    ) throws(StreamFailure) {
        let frames = samples.count / source.channels
        taken += frames
        let count = frames * before.destination
        if mapped.count < count { mapped = Array(repeating: 0, count: count) }
        mapped.withUnsafeMutableBufferPointer { mapped in
            before.map(samples, into: mapped)
            DecodedSamples.repair(UnsafeMutableBufferPointer(rebasing: mapped[..<count]))
        }
        var start = 0
        while start < count {
            let piece: Int
            if let resampler {
                let (consumed, produced) = try resample(resampler, start..<count)
                guard consumed + produced > 0 else { return }
                start += consumed * before.destination
                piece = produced
            } else {
                piece = min(frames - start / before.destination, 4_096)
                for index in 0..<(piece * before.destination) { resampled[index] = mapped[start + index] }
                start += piece * before.destination
            }
            try give(piece, take)
        }
    }

    private func resample(
        _ resampler: Resampler, _ range: Range<Int>
    ) throws(StreamFailure) -> (consumed: Int, produced: Int) {
        do {
            return try mapped.withUnsafeBufferPointer { input in
                try resampled.withUnsafeMutableBufferPointer { room in
                    try resampler.process(UnsafeBufferPointer(rebasing: input[range]), into: room)
                }
            }
        } catch {
            throw .notDecodable(format: "\(source.rate) Hz", reason: "libsoxr cannot convert it")
        }
    }

    private func give(
        _ frames: Int, _ take: (UnsafeBufferPointer<Float>) throws(StreamFailure) -> Void
    ) throws(StreamFailure) {
        guard frames > 0 else { return }
        given += frames
        let count = frames * after.source
        resampled.withUnsafeBufferPointer { input in
            after.map(UnsafeBufferPointer(rebasing: input[..<count]), into: output)
        }
        try take(UnsafeBufferPointer(rebasing: output[..<(frames * after.destination)]))
    }
}
