import CarillonAudio
import CarillonScheduling

/// A sound that is too long for memory. Each voice reads it with a stream of its own.
final class StreamedFile: StreamedSamples {
    let origin: SoundOrigin
    /// The output's format.
    let format: AudioFormat
    /// The maximum number of frames that a voice's reader is ahead: one second, or what the limit leaves.
    let framesAhead: Int
    /// The error of the last voice that could not read.
    let lastFailure = Locked<SoundError?>(nil)

    /// The maximum memory of the reader, in bytes. Also applied when the file is reopened, in case it has changed.
    private let readerMemory: Int

    /// - Parameters:
    ///   - origin: The location of the file.
    ///   - reader: A reader of the same file.
    ///   - limit: The maximum memory of a voice in bytes, including its reader.
    init(_ origin: SoundOrigin, like reader: SoundReader, limit: Int) throws(SoundError) {
        self.origin = origin
        format = reader.format
        readerMemory = reader.memory
        let frameSize = MemoryLayout<Float>.stride * format.channels
        framesAhead = min(max(format.rate, SoundReader.minimumAhead), (limit - readerMemory) / frameSize)
        guard framesAhead >= SoundReader.minimumAhead else { throw reader.limitTooLow(limit) }
    }

    /// Opens the file again, at the first frame.
    func open() throws(SoundError) -> SoundReader { try origin.open(in: format, limit: readerMemory) }

    var failure: SoundError? { lastFailure.withLock { $0 } }

    func makeSource(mayBlock: Bool) -> any SampleSource {
        let stream = SoundStream(self, mayBlock: mayBlock)
        if !mayBlock { stream.readAhead() }
        return stream
    }
}
