import CarillonAudio

/// The parts of an MP3 file that has been joined from several, as with `cat a.mp3 b.mp3`.
///
/// libmpg123 reads the tag of the first frame only, `Xing` or `Info`, which declares the bytes and frames of the first part. It
/// would decode the tags of the others as sound, and count their frames from the beginning of the file.
struct MP3Parts {
    /// The largest frame, in bytes.
    private static let mostOfFrame = 2_881
    /// The bytes between the header of a frame and its tag: the checksum, and the information about its two halves.
    private static let gaps = [9, 17, 32, 11, 19, 34]

    /// Returns the ranges of the parts, without the tags of ID3 and APE between them; the whole range if there is one.
    static func ranges(in whole: Range<Int>, of file: SoundFile) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = whole.lowerBound
        while ranges.count < DecoderChain.mostParts - 1,
            let part = try? MP3File(file, start..<whole.upperBound), part.length != nil,
            let seam = seam(behind: part, upTo: whole.upperBound, file)
        {
            ranges.append(start..<seam.end)
            start = seam.next
        }
        return ranges + [start..<whole.upperBound]
    }

    /// Returns the end of a part and the beginning of the next one, if its tag declares that it ends there.
    private static func seam(behind part: MP3File, upTo end: Int, _ file: SoundFile) -> (end: Int, next: Int)? {
        let start = max(part.firstPlace - mostOfFrame, 0)
        let bytes = file.bytes(start..<part.firstPlace)
        guard let tag = tag(in: bytes), let length = declaredLength(bytes[tag.marker...]) else { return nil }
        // Some encoders do not count the frame with the tag.
        for place in [start + tag.frame + length, part.firstPlace + length]
        where place >= part.firstPlace && place < end {
            var (next, tagsLeft) = (place, ID3Tag.mostTags)
            while tagsLeft > 0, next < end, let behind = self.end(ofTagAt: next, file) {
                (next, tagsLeft) = (behind, tagsLeft - 1)
            }
            guard next < end, case let frame = file.bytes(next..<min(next + mostOfFrame, end)), isFrame(frame[...])
            else {
                continue
            }
            if next > place || gaps.contains(where: { isMarker(frame.dropFirst(4 + $0)) }) { return (place, next) }
        }
        return nil
    }

    /// Finds the last frame with a tag.
    private static func tag(in bytes: [UInt8]) -> (frame: Int, marker: Int)? {
        for marker in bytes.indices.reversed() where isMarker(bytes[marker...]) {
            for gap in gaps where marker >= 4 + gap && isFrame(bytes[(marker - gap - 4)...]) {
                return (marker - gap - 4, marker)
            }
        }
        return nil
    }

    private static func isMarker(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: "Info".utf8) || bytes.starts(with: "Xing".utf8)
    }

    /// Whether a frame of layer III may begin here: ISO/IEC 11172-3, section 2.4.2.3.
    private static func isFrame(_ bytes: ArraySlice<UInt8>) -> Bool {
        let header = bytes.prefix(2).map { Int($0) }
        return header.count == 2 && header[0] == 0xFF && header[1] & 0xE6 == 0xE2 && header[1] & 0x18 != 0x08
    }

    /// The number of bytes after the flags, and after the number of frames; nil if the tag has none.
    private static func declaredLength(_ tag: ArraySlice<UInt8>) -> Int? {
        func number(_ offset: Int) -> Int { tag.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
        let flags = number(4)
        guard flags & 2 != 0, tag.count >= 16 else { return nil }
        return number(flags & 1 != 0 ? 12 : 8)
    }

    /// Returns the first byte behind a tag of ID3 or APE; nil if there is none.
    private static func end(ofTagAt place: Int, _ file: SoundFile) -> Int? {
        let head = file.bytes(place..<(place + 32))
        if head.starts(with: "TAG".utf8) { return place + 128 }
        if head.count == 32, head.starts(with: "APETAGEX".utf8) {
            return place + 32 + head[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return ID3Tag.end(ofTagAt: place, head)
    }
}
