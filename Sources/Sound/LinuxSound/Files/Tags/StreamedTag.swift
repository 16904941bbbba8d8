import CarillonAudio

/// An ID3v2 tag in a stream, whose bytes can be read only once.
package enum StreamedTag {
    /// The size of the head in bytes.
    package static let headSize = ID3Tag.headLength

    /// Returns the size of a tag in bytes, with its head; nil if these bytes are not the head of one.
    package static func size(head: [UInt8]) -> Int? {
        // Among sound, such bytes may be by chance.
        guard head.count >= headSize, head[3] < 0xFF, head[4] < 0xFF, head[6..<headSize].allSatisfy({ $0 < 0x80 })
        else { return nil }
        return ID3Tag.end(ofTagAt: 0, head)
    }

    /// Returns the texts of a tag.
    ///
    /// - Parameter read: Returns bytes of the tag, fewer at the end of the stream. Called with ranges that ascend.
    package static func texts(size: Int, read: @escaping (Range<Int>) -> [UInt8]) -> TrackTags {
        SoundTags(TagSource(range: 0..<size, limit: SoundTags.mostBytes, read: read)).texts
    }
}
