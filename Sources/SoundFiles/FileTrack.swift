import CarillonAudio
import CarillonScheduling

/// A file that a player plays.
final class FileTrack: TrackReader {
    let claimedFrameCount: Int?
    let tags: TrackTags
    private let reader: SoundReader
    private let file: SoundFile
    private let index: SharedIndex?
    /// The frame up to which the index has been followed.
    private var place: Landmark?

    /// - Parameters:
    ///   - file: The file of the reader.
    ///   - index: The index of an MP3 file.
    ///   - start: The frame at which the reader has begun; nil for the beginning of the file.
    init(_ reader: SoundReader, of file: SoundFile, _ index: SharedIndex?, from start: Landmark?) {
        (self.reader, self.file, self.index) = (reader, file, index)
        tags = SoundTags.texts(of: file)
        place = start ?? index?.index.withLock { $0.landmark(before: 0, at: reader.format.rate) }
        claimedFrameCount =
            start == nil
            ? reader.claimedFrameCount : index?.index.withLock { $0.length(at: reader.format.rate) }
        reader.keepsRest = true
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
        defer { followIndex() }
        return try reader.read(into: buffer)
    }

    func follow(_ track: any TrackReader) -> Int? { (track as? FileTrack).flatMap { reader.follow($0.reader) } }

    func readRest(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        reader.keepsRest = false
        return (try? reader.read(into: buffer)) ?? 0
    }

    /// Notes the landmarks of the part that has been read, a block at a time.
    private func followIndex() {
        guard let place, let index, reader.bytePosition >= place.byte + MP3Index.blockLength else { return }
        self.place = index.index.withLock { $0.follow(from: place, upTo: reader.bytePosition, file.bytes) }
    }
}

/// The index of a file, for all who read the file.
final class SharedIndex: Sendable {
    let path: String
    let version: [Int]
    let index: Locked<MP3Index>

    init(_ index: MP3Index, of file: SoundFile) {
        (path, version, self.index) = (file.name, file.version, Locked(index))
    }
}
