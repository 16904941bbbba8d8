/// A sound whose samples tell their frame: each frame occurs once.
struct NumberedFrames {
    let samples: [Int16]

    init(_ count: Int) {
        var samples: [Int16] = []
        samples.reserveCapacity(2 * count)
        for number in 0..<count {
            samples.append(Int16(number % 16_384 + 1))
            samples.append(Int16(number / 16_384 + 1))
        }
        self.samples = samples
    }

    /// Returns the numbers of interleaved frames; negative for silence.
    static func numbers(of samples: some Sequence<Int16>) -> [Int] {
        let samples = Array(samples)
        return (0..<(samples.count / 2)).map { frame in
            let (low, high) = (Int(samples[2 * frame]), Int(samples[2 * frame + 1]))
            return (high - 1) * 16_384 + low - 1
        }
    }

    /// The first and last frame of a passage, and its length.
    static func summary(_ passage: [Int16]) -> String {
        let numbers = numbers(of: passage)
        return "\(numbers.first ?? -1)...\(numbers.last ?? -1) (\(numbers.count))"
    }

    /// Writes the parts of the sound into a folder, one track for each.
    func folder(cutAt frames: [Int]) throws -> TrackFolder {
        let folder = try TrackFolder()
        try folder.write(self, cutAt: frames)
        return folder
    }
}
