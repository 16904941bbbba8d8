import CarillonAudio
import CarillonScheduling

/// A sound that is too long for memory: what its voices read, each for itself.
final class StreamedFile: StreamedSamples {
    let origin: SoundOrigin
    /// The output's format.
    let format: AudioFormat
    /// How far ahead a voice's reader is at most: a second, or what the limit leaves.
    let framesAhead: Int
    /// Why the last voice has ended that could not read.
    let lastFailure = Locked<SoundError?>(nil)

    /// What the reader takes at most, and is not to exceed if the file is another one day.
    private let readerMemory: Int

    /// - Parameters:
    ///   - origin: Where it is.
    ///   - reader: One that has read it.
    ///   - limit: How many bytes a voice may take, its reader's among them.
    init(_ origin: SoundOrigin, like reader: SoundReader, limit: Int) throws(SoundError) {
        self.origin = origin
        format = reader.format
        readerMemory = reader.memory
        let frameSize = MemoryLayout<Float>.stride * format.channels
        framesAhead = min(max(format.rate, SoundReader.leastAhead), (limit - readerMemory) / frameSize)
        guard framesAhead >= SoundReader.leastAhead else { throw reader.limitTooLow(limit) }
    }

    /// Opens it anew, at the first frame.
    func open() throws(SoundError) -> SoundReader { try origin.open(in: format, limit: readerMemory) }

    var failure: SoundError? { lastFailure.withLock { $0 } }

    func makeSource(mayWait: Bool) -> any SampleSource {
        let stream = SoundStream(self, mayWait: mayWait)
        if !mayWait { stream.readAhead() }
        return stream
    }
}
