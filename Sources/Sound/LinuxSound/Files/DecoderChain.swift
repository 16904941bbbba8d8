import CarillonAudio

/// The parts of a file, each of which is a sound of its own, decoded one after the other: the links of a chained Ogg file,
/// and MP3 files that have been joined.
final class DecoderChain: FrameDecoder {
    /// Opens a part; returns nil if it is not a sound.
    typealias Opening = (Range<Int>) -> (any FrameDecoder)?

    /// The largest number of parts. What follows them is not played.
    static let mostParts = 1_000

    private struct Part {
        let range: Range<Int>
        let format: AudioFormat
        /// In frames of the format; nil if the part does not declare it.
        let length: Int?
    }

    private let parts: [Part]
    private let open: Opening
    private var decoder: any FrameDecoder
    /// The part that is decoded.
    private var number = 0

    /// Opens all parts for their formats and lengths, and leaves out those that are not sounds; returns nil if none is.
    init?(_ ranges: [Range<Int>], _ open: @escaping Opening) {
        self.open = open
        parts = ranges.compactMap { range in
            open(range).map { part in
                Part(range: range, format: part.format, length: part.claimedFrameCount(at: part.format.rate))
            }
        }
        guard let first = parts.first, let opened = open(first.range) else { return nil }
        decoder = opened
    }

    var format: AudioFormat { decoder.format }
    var failure: String? { decoder.failure }

    func claimedFrameCount(at rate: Int) -> Int? {
        guard let last = place(of: parts.count - 1, at: rate), let length = parts[parts.count - 1].length else {
            return nil
        }
        return last.start + parts[parts.count - 1].format.frames(last.before + length, at: rate)
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SoundError) -> Int {
        while true {
            let count = try decoder.read(into: buffer)
            if count > 0 || number + 1 == parts.count || !go(to: number + 1) { return count }
        }
    }

    func seek(to frame: Int, at rate: Int) -> Bool {
        for (number, part) in parts.enumerated() {
            guard let place = place(of: number, at: rate) else { return false }
            let target = max(part.format.frame(nearest: frame - place.start, at: rate) - place.before, 0)
            if number + 1 == parts.count || target < part.length ?? .max {
                return go(to: number) && decoder.seek(to: target, at: part.format.rate)
            }
        }
        return false
    }

    private func go(to number: Int) -> Bool {
        guard let opened = open(parts[number].range) else { return false }
        (decoder, self.number) = (opened, number)
        return true
    }

    /// Returns the place of a part in the sound; nil if the length of an earlier one is not known.
    ///
    /// Parts of one format are resampled as one, so frames are rounded only where the format changes.
    ///
    /// - Returns: The frame at `rate` at which the first of these parts starts, and the frames of the format before the part.
    private func place(of number: Int, at rate: Int) -> (start: Int, before: Int)? {
        var (start, before) = (0, 0)
        for (part, next) in zip(parts, parts.dropFirst()).prefix(number) {
            guard let length = part.length else { return nil }
            before += length
            if next.format != part.format { (start, before) = (start + part.format.frames(before, at: rate), 0) }
        }
        return (start, before)
    }
}
