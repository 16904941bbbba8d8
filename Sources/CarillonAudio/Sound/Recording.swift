/// A sound as it was decoded: in its own rate and channels.
struct Recording: Equatable {
    var format: AudioFormat
    /// Interleaved, full scale is 1.
    var samples: [Float]

    var frameCount: Int { samples.count / format.channels }

    /// The samples in `format`.
    ///
    /// - Parameters:
    ///   - file: What to call the sound in an error.
    ///   - limit: How many bytes the result may take.
    func converted(to format: AudioFormat, file: String, limit: Int) throws(SoundError) -> [Float] {
        let frames = frameCount.multipliedReportingOverflow(by: format.rate)
        let bytes = (frames.partialValue / self.format.rate)
            .multipliedReportingOverflow(by: format.channels * MemoryLayout<Float>.stride)
        guard !frames.overflow, !bytes.overflow, bytes.partialValue <= limit else {
            throw .tooLong(file: file, limit: limit)
        }
        // Resampling is the costly step: it is done on the smaller number of channels.
        guard format.channels < self.format.channels else {
            return try resampled(to: format.rate, file: file).mapped(toChannels: format.channels).samples
        }
        return try mapped(toChannels: format.channels).resampled(to: format.rate, file: file).samples
    }

    private func resampled(to rate: Int, file: String) throws(SoundError) -> Recording {
        guard rate != format.rate else { return self }
        do throws(Resampler.Failure) {
            let samples = try Resampler.resample(samples, channels: format.channels, from: format.rate, to: rate)
            return Recording(format: AudioFormat(rate: rate, channels: format.channels), samples: samples)
        } catch {
            throw .notConvertible(file: file, rate: format.rate, wanted: rate, reason: error.reason)
        }
    }

    /// Mono goes to every channel as it is, and to mono goes the mean of all channels; otherwise each channel goes to
    /// its own place: what the output lacks is left out, what the sound lacks is silent.
    func mapped(toChannels channels: Int) -> Recording {
        let own = format.channels
        guard channels != own else { return self }
        var mapped: [Float] = []
        mapped.reserveCapacity(frameCount * channels)
        for frame in 0..<frameCount {
            let samples = samples[(frame * own)..<(frame * own + own)]
            if own == 1 {
                mapped.append(contentsOf: repeatElement(samples[samples.startIndex], count: channels))
            } else if channels == 1 {
                mapped.append(samples.reduce(0, +) / Float(own))
            } else {
                mapped.append(contentsOf: samples.prefix(channels))
                mapped.append(contentsOf: repeatElement(0, count: max(channels - own, 0)))
            }
        }
        return Recording(format: AudioFormat(rate: format.rate, channels: channels), samples: mapped)
    }
}
