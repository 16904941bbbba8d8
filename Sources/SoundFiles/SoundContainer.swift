import CarillonAudio

/// The part of a sound file that libsndfile receives: the data needed to decode the sound, for formats in common use
/// that have been fuzzed widely.
///
/// Titles, pictures and cue points are left out, because libsndfile would keep them in memory, in the size that a file
/// has or declares. libsndfile supports twenty more formats, of the instruments and workstations of the 1990s. They are
/// not accepted: some print errors to standard output, and their handling of damaged files has hardly been tested.
struct SoundContainer {
    /// Returns the bytes of a range of the file, fewer at its end.
    typealias Reading = (Range<Int>) -> [UInt8]

    /// The maximum number of channels. A file with more is damaged: the largest loudspeaker layout has 24.
    static let maximumChannels = 64

    /// The bytes before the body.
    var header: [UInt8] = []
    /// The position of the rest in the file.
    var body: Range<Int>
    var codec: Codec
    /// Whether the file declares its length; false if libsndfile would only guess it.
    var declaresLength = true
    var isOgg = false
    /// The first frame of an MP3 file; nil for other files.
    var mp3: MP3Frame?

    /// Finds the container in a file, or throws the reason why there is none.
    static func found(in file: SoundFile) throws(SoundError) -> SoundContainer {
        if let container = find(in: file) { return container }
        if let errno = file.readError { throw .unreadable(file: file.name, errno: errno) }
        // The same words as libsndfile's.
        throw .notASound(file: file.name, reason: "Format not recognised")
    }

    /// Finds the container in a WAV, RF64, AIFF, AU, CAF, FLAC, Ogg or MP3 file; nil for any other file.
    static func find(in file: SoundFile) -> SoundContainer? {
        let read = file.bytes
        let first = read(0..<12)
        var start = 0
        if first.starts(with: "ID3".utf8), first.count >= 10 {
            // An ID3 tag. Its length is in four bytes of seven bits each.
            start = 10 + first[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        }
        let prefix = read(start..<(start + 12))
        func begins(_ marker: String) -> Bool { prefix.starts(with: marker.utf8) }
        guard start < file.length, prefix.count >= 4 else { return nil }
        let rest = start..<file.length
        if let format = ChunkFormat.find(prefix) {
            return chunks(format, in: rest, read)
        } else if begins("fLaC") {
            return flac(in: rest, read)
        } else if begins("OggS") {
            return ogg(in: rest, read)
        } else if begins(".snd") || begins("dns.") {
            return SoundContainer(body: rest, codec: .samples)
        }
        return MP3Frame(prefix).map { mp3($0, in: rest, read) }
    }

    /// A file whose first frame has no tag does not declare its length. libsndfile guesses it by the length of the first
    /// frame, and stops there, which cuts off a file whose bit rate varies.
    private static func mp3(_ first: MP3Frame, in rest: Range<Int>, _ read: Reading) -> SoundContainer {
        let tag = rest.lowerBound + first.tagOffset
        guard !MP3Frame.isTag(read(tag..<(tag + 4))), first.length != nil else {
            return SoundContainer(body: rest, codec: .mp3, mp3: first)
        }
        return .mp3(first, from: rest)
    }

    /// The frames of an MP3 file, which do not declare their number.
    static func mp3(_ first: MP3Frame, from frames: Range<Int>) -> SoundContainer {
        SoundContainer(header: first.endlessTag, body: frames, codec: .mp3, declaresLength: false, mp3: first)
    }

    /// The first packet is alone on the first page, and begins with the name of the codec: RFC 3533, section 6.
    private static func ogg(in rest: Range<Int>, _ read: Reading) -> SoundContainer? {
        let page = read(rest.prefix(27 + 255 + 8))
        guard page.count > 27 else { return nil }
        let packet = page.dropFirst(27 + Int(page[26]))
        guard packet.starts(with: "\u{1}vorbis".utf8) || packet.starts(with: "OpusHead".utf8) else { return nil }
        return SoundContainer(body: rest, codec: .ogg, isOgg: true)
    }
}

// MARK: - FLAC

extension SoundContainer {
    private static let streamInfoLength = 34
    private static let maximumBlocks = 256

    /// Keeps only the first of the metadata blocks before the sound, which describes the format: RFC 9639, section 8.
    private static func flac(in rest: Range<Int>, _ read: Reading) -> SoundContainer? {
        var offset = rest.lowerBound + 4
        var header = Array("fLaC".utf8)
        for number in 0..<maximumBlocks {
            let head = read(offset..<(offset + 4))
            guard head.count == 4 else { return nil }
            let length = head[1...].reduce(0) { $0 << 8 | Int($1) }
            if number == 0 {
                guard head[0] & 0x7F == 0, length == streamInfoLength else { return nil }
                // Marked as the last metadata block.
                header.append(0x80)
                header += head[1...]
                header += read((offset + 4)..<(offset + 4 + length))
            }
            offset += 4 + length
            if head[0] & 0x80 != 0 {
                guard offset < rest.upperBound else { return nil }
                return SoundContainer(header: header, body: offset..<rest.upperBound, codec: .flac)
            }
        }
        return nil
    }
}
