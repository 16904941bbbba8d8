import CarillonAudio

/// The tags of a sound file: ID3v2 before any sound, and Vorbis comments in FLAC and Ogg files.
///
/// They are read apart from the sound, because libsndfile would keep all of them in memory. What is read is limited, and what
/// is damaged is left out.
struct SoundTags {
    /// The largest number of bytes that are read for the texts of a file.
    static let mostBytes = 64 << 10
    /// The same for its cover.
    private static let mostBytesOfCover = 2 << 20

    private(set) var texts = TrackTags()
    private(set) var cover: TrackCover?
    /// Whether the cover is wanted, and not the texts.
    let wantsCover: Bool

    /// Reads the texts of a file.
    static func texts(of file: SoundFile) -> TrackTags { SoundTags(file, wantsCover: false).texts }

    /// Reads the cover of a file; returns nil if it has none.
    static func cover(of file: SoundFile) -> TrackCover? { SoundTags(file, wantsCover: true).cover }

    /// Reads the texts of a single ID3v2 tag.
    init(_ tag: TagSource) {
        wantsCover = false
        var source = tag
        ID3Tag(&source, at: 0)?.forEachFrame { frame in take(frame) }
    }

    private init(_ file: SoundFile, wantsCover: Bool) {
        self.wantsCover = wantsCover
        var source = TagSource(
            range: 0..<file.length, limit: wantsCover ? Self.mostBytesOfCover : Self.mostBytes, read: file.bytes)
        var start = 0
        for _ in 0..<ID3Tag.mostTags {
            guard let tag = ID3Tag(&source, at: start) else { break }
            start = tag.end
            tag.forEachFrame { frame in take(frame) }
        }
        guard let marker = source.bytes(at: start, count: 4) else { return }
        if marker.elementsEqual("fLaC".utf8) {
            readFLAC(&source, from: start + 4)
        } else if marker.elementsEqual("OggS".utf8), !wantsCover {
            let packet = OggComments.packet(&source, from: start)
            var comments = TagSource(packet)
            readComments(&comments, at: 0)
        }
    }

    // MARK: ID3

    private mutating func take(_ frame: ID3Tag.Frame) {
        guard wantsCover == ["APIC", "PIC"].contains(frame.name) else { return }
        switch frame.name {
        case "TIT2", "TT2": setText(\.title, frame.text)
        case "TPE1", "TP1": setText(\.artist, frame.text)
        case "TALB", "TAL": setText(\.album, frame.text)
        default: if wantsCover { setCover(frame.picture) }
        }
    }

    private mutating func setText(_ name: WritableKeyPath<TrackTags, String?>, _ text: String?) {
        if texts[keyPath: name] == nil { texts[keyPath: name] = text.flatMap { TrackTags.line($0) } }
    }

    /// Keeps the first picture, unless one of the front follows.
    private mutating func setCover(_ picture: (isFront: Bool, bytes: [UInt8])?) {
        guard let picture, cover == nil || picture.isFront else { return }
        cover = TrackCover(picture.bytes) ?? cover
    }

    // MARK: FLAC

    /// Reads the metadata blocks of a FLAC file: RFC 9639, section 8.
    private mutating func readFLAC(_ source: inout TagSource, from start: Int) {
        var offset = start
        while let head = source.bytes(at: offset, count: 4) {
            let (type, length) = (head[0] & 0x7F, head[1...].reduce(0) { $0 << 8 | Int($1) })
            switch type {
            case 4 where !wantsCover: readComments(&source, at: offset + 4)
            case 6 where wantsCover: setCover(flacPicture(&source, at: offset + 4))
            default: break
            }
            if head[0] & 0x80 != 0 { return }
            offset += 4 + length
        }
    }

    /// RFC 9639, section 8.8: the type, the media type, the description, the size in pixels and colours, the picture.
    private func flacPicture(_ source: inout TagSource, at start: Int) -> (isFront: Bool, bytes: [UInt8])? {
        guard let type = source.number(at: start), let media = source.number(at: start + 4),
            let description = source.number(at: start + 8 + media),
            let length = source.number(at: start + 28 + media + description),
            let bytes = source.bytes(at: start + 32 + media + description, count: length)
        else { return nil }
        return (type == 3, bytes)
    }

    // MARK: Comments

    /// Reads Vorbis comments: a name of the encoder, a count, and texts such as `TITLE=Yesterday`, each after its length.
    private mutating func readComments(_ source: inout TagSource, at start: Int) {
        guard let vendor = source.littleNumber(at: start), let count = source.littleNumber(at: start + 4 + vendor)
        else {
            return
        }
        var offset = start + 8 + vendor
        for _ in 0..<count {
            guard let length = source.littleNumber(at: offset),
                let comment = source.bytes(at: offset + 4, count: min(length, TagSource.mostBytesOfText))
            else { return }
            offset += 4 + length
            let parts = comment.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard parts.count == 2 else { continue }
            let text = String(decoding: parts[1], as: UTF8.self)
            switch String(decoding: parts[0], as: UTF8.self).uppercased() {
            case "TITLE": setText(\.title, text)
            case "ARTIST": setText(\.artist, text)
            case "ALBUM": setText(\.album, text)
            default: break
            }
        }
    }
}
