import CarillonAudio

/// The levels of a sound over time, for a meter that follows a voice.
///
/// Not thread-safe: used by one meter.
package final class SoundLevels {
    private let sound: Sound
    private let reader: SoundReader?
    private let buffer: UnsafeMutableBufferPointer<Float>
    private var frame = 0

    /// - Throws: `SoundError` if a streamed sound cannot be read a second time.
    package init(_ sound: Sound) throws(SoundError) {
        self.sound = sound
        reader = try sound.openFile()
        buffer = .allocate(capacity: 1_024 * sound.format.channels)
    }

    deinit { buffer.deallocate() }

    /// Returns the peak of each channel, 1 is full scale, from the end of the last call's range to `position`.
    package func peaks(to position: Duration) -> [Float] {
        let channels = sound.format.channels
        let end = sound.format.frames(in: position)
        var peaks = [Float](repeating: 0, count: channels)
        while frame < end {
            let piece = next(atMost: end - frame)
            guard !piece.isEmpty else { break }
            for index in piece.indices { peaks[index % channels] = max(peaks[index % channels], abs(piece[index])) }
            frame += piece.count / channels
        }
        return peaks
    }

    private func next(atMost frames: Int) -> UnsafeBufferPointer<Float> {
        let channels = sound.format.channels
        guard let reader else {
            let rest = sound.samples.dropFirst(frame * channels)
            return UnsafeBufferPointer(rebasing: rest.prefix(frames * channels))
        }
        let room = UnsafeMutableBufferPointer(rebasing: buffer.prefix(frames * channels))
        // An unreadable part counts as silence; the voice that plays it reports the error.
        let count = (try? reader.read(into: room)) ?? 0
        return UnsafeBufferPointer(rebasing: buffer[..<(count * channels)])
    }
}
