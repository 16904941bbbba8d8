import CarillonAudio

/// A file that a player plays.
final class FileTrack: TrackReader {
    let tags: TrackTags
    private let reader: SoundReader

    /// - Parameter file: The file of the reader.
    init(_ reader: SoundReader, of file: SoundFile) {
        self.reader = reader
        tags = SoundTags.texts(of: file)
        reader.keepsRest = true
    }

    var claimedFrameCount: Int? { reader.claimedFrameCount }
    var hasSound: Bool { reader.hasSound }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int { try reader.read(into: buffer) }

    func follow(_ track: any TrackReader) -> Int? { (track as? FileTrack).flatMap { reader.follow($0.reader) } }

    func readRest(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        reader.keepsRest = false
        return (try? reader.read(into: buffer)) ?? 0
    }
}
