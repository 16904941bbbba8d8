/// An ID3 tag at the beginning of a file: ID3v2.2, 2.3 and 2.4 (id3.org, "ID3 tag version 2.4.0 - Main Structure").
struct ID3Tag {
    /// A frame of a tag. Its content is read when it is asked for.
    struct Frame {
        let name: String
        /// Returns the content: of a longer one its beginning, or all of it if `most` is nil and the limit allows it.
        fileprivate let content: (_ most: Int?) -> [UInt8]
    }

    /// The largest number of frames that are looked at.
    private static let mostFrames = 512
    /// The length of a tag's head in bytes.
    static let headLength = 10
    /// The largest number of tags at the beginning of a file, or between its parts.
    static let mostTags = 8

    /// Returns the first byte behind the tags at the beginning of a file; 0 if there are none. Of a tag that claims to be longer
    /// than the file, only the head is left out.
    static func end(in file: SoundFile) -> Int {
        var end = 0
        for _ in 0..<mostTags {
            guard let next = Self.end(ofTagAt: end, file.bytes(end..<(end + headLength))) else { break }
            guard next <= file.length else { return end + headLength }
            end = next
        }
        return end
    }

    /// Returns the first byte behind a tag, with its footer; nil if its head is not that of a tag.
    static func end(ofTagAt start: Int, _ head: [UInt8]) -> Int? {
        guard head.count >= headLength, head.starts(with: "ID3".utf8) else { return nil }
        let hasFooter = head[3] == 4 && head[5] & 0x10 != 0
        return start + headLength + sevenBits(head[6..<headLength]) + (hasFooter ? headLength : 0)
    }

    /// The first byte after the tag.
    let end: Int
    private let version: UInt8
    private let source: TagSource
    /// The range of the frames in the source.
    private let frames: Range<Int>

    /// Returns nil if there is no tag at a place of the file.
    init?(_ file: inout TagSource, at place: Int) {
        guard let head = file.bytes(at: place, count: Self.headLength), let end = Self.end(ofTagAt: place, head) else {
            return nil
        }
        (version, self.end) = (head[3], end)
        let (flags, length) = (head[5], Self.sevenBits(head[6...]))
        let start = place + Self.headLength
        let isUnsynchronised = flags & 0x80 != 0 && version < 4
        if isUnsynchronised {
            let bytes = Self.synchronised(file.bytes(at: start, atMost: min(length, 64 << 10)))
            (source, frames) = (TagSource(bytes), bytes.indices)
        } else {
            var extended = 0
            if flags & 0x40 != 0, version > 2, let bytes = file.bytes(at: start, count: 4) {
                extended = version == 4 ? Self.sevenBits(bytes[...]) : 4 + Self.number(bytes[...])
            }
            (source, frames) = (file, (start + min(extended, length))..<(start + length))
        }
    }

    func forEachFrame(_ body: (Frame) -> Void) {
        var source = source
        let sizes = version == 2 ? (name: 3, head: 6) : (name: 4, head: 10)
        var offset = frames.lowerBound
        for _ in 0..<Self.mostFrames {
            guard offset + sizes.head < frames.upperBound, let head = source.bytes(at: offset, count: sizes.head),
                head[0] != 0
            else { return }
            let digits = head[sizes.name..<(sizes.name == 3 ? 6 : 8)]
            let length = version == 4 ? Self.sevenBits(digits) : Self.number(digits)
            let start = offset + sizes.head
            guard length > 0, length <= frames.upperBound - start else { return }
            let flags = version == 2 ? 0 : head[9]
            if let skipped = bytesBeforeContent(flags), skipped < length {
                body(
                    Frame(name: String(decoding: head[..<sizes.name], as: UTF8.self)) { most in
                        let (start, length) = (start + skipped, length - skipped)
                        let bytes =
                            most.map { source.bytes(at: start, atMost: min(length, $0)) }
                            ?? source.bytes(at: start, count: length) ?? []
                        return version == 4 && flags & 2 != 0 ? Self.synchronised(bytes) : bytes
                    })
            }
            offset = start + length
        }
    }

    /// Returns nil if the content is compressed or encrypted.
    private func bytesBeforeContent(_ flags: UInt8) -> Int? {
        switch version {
        case 2: 0
        case 3: flags & 0xC0 != 0 ? nil : flags & 0x20 != 0 ? 1 : 0
        default: flags & 0x0C != 0 ? nil : (flags & 0x40 != 0 ? 1 : 0) + (flags & 1 != 0 ? 4 : 0)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    private static func sevenBits(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) } }

    /// Removes the zeros that keep a decoder from taking the tag for sound.
    private static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
        var last: UInt8 = 0
        return bytes.filter { byte in
            defer { last = byte }
            return !(last == 0xFF && byte == 0)
        }
    }
}

extension ID3Tag.Frame {
    /// The text of a text frame, the first of several; nil if its encoding is unknown.
    var text: String? {
        let bytes = content(TagSource.mostBytesOfText)
        return bytes.first.flatMap { encoding in Self.text(bytes.dropFirst(), encoding: encoding)?.text }
    }

    /// The picture of a picture frame.
    var picture: (isFront: Bool, bytes: [UInt8])? {
        let bytes = content(nil)
        guard let encoding = bytes.first else { return nil }
        var rest = bytes.dropFirst()
        if name == "PIC" {
            rest = rest.dropFirst(3)
        } else {
            guard let media = Self.text(rest, encoding: 0) else { return nil }
            rest = rest.dropFirst(media.length)
        }
        guard let type = rest.first, let description = Self.text(rest.dropFirst(), encoding: encoding) else {
            return nil
        }
        return (type == 3, Array(rest.dropFirst(1 + description.length)))
    }

    /// Returns a text up to its end, which is one zero or two, and the number of its bytes with them.
    private static func text(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> (text: String, length: Int)? {
        switch encoding {
        case 0:
            let text = bytes.prefix { $0 != 0 }
            return (String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })), text.count + 1)
        case 1, 2:
            let bytes = Array(bytes)
            let isLittle = encoding == 1 && bytes.starts(with: [0xFF, 0xFE])
            let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { index in
                UInt16(bytes[index + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[index + (isLittle ? 0 : 1)])
            }
            let text = Array(units.prefix { $0 != 0 })
            let mark = text.first == 0xFEFF ? 1 : 0
            return (String(decoding: text.dropFirst(mark), as: UTF16.self), 2 * text.count + 2)
        case 3:
            let text = bytes.prefix { $0 != 0 }
            return (String(decoding: text, as: UTF8.self), text.count + 1)
        default:
            return nil
        }
    }
}
