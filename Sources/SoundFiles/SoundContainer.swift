import CarillonAudio

/// What of a sound file is given to libsndfile: those kinds that people have, and that many have fuzzed, and of them what
/// it takes to decode the sound.
///
/// Titles, pictures and cue points are left out: libsndfile would keep them in memory, as much as a file has of them or
/// says that it has. It knows twenty more kinds, of the instruments and workstations of the 1990s; some of them print to
/// standard output what they find wrong, and nobody has looked for long at what damaged files do to them.
struct SoundContainer {
    /// Reads bytes of the file, fewer at its end.
    typealias Reading = (Range<Int>) -> [UInt8]

    /// Above that, a file is damaged: the largest arrangement of loudspeakers has 24.
    static let mostChannels = 64

    /// What comes before the body.
    var header: [UInt8] = []
    /// Where the rest stands in the file.
    var body: Range<Int>
    var codec: Codec
    /// What looks at all that is read of an Ogg file.
    var packetGuard: OggPacketGuard?

    /// What is in a file that is one of them: WAV, RF64, AIFF, AU, CAF, FLAC, Ogg or MP3; nil in any other.
    static func find(in file: SoundFile) -> SoundContainer? {
        let read = file.bytes
        let first = read(0..<12)
        var start = 0
        if first.starts(with: "ID3".utf8), first.count >= 10 {
            // A tag, whose length is told by four bytes of seven bits each.
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
        } else if isMP3(prefix) {
            return SoundContainer(body: rest, codec: .mp3)
        }
        return nil
    }

    /// Eleven bits that are set, and then a version, a layer, a bit rate and a sample rate that exist.
    private static func isMP3(_ prefix: [UInt8]) -> Bool {
        guard prefix[0] == 0xFF, prefix[1] & 0xE0 == 0xE0 else { return false }
        return prefix[1] & 0x18 != 0x08 && prefix[1] & 0x06 == 0x02 && prefix[2] & 0xF0 != 0xF0
            && prefix[2] & 0x0C != 0x0C
    }

    private static func ogg(in rest: Range<Int>, _ read: Reading) -> SoundContainer? {
        OggSound(start: rest.lowerBound, read).map { sound in
            SoundContainer(body: rest, codec: Codec(memory: sound.decoderMemory), packetGuard: sound.packetGuard)
        }
    }
}

// MARK: - FLAC

extension SoundContainer {
    private static let streamInfoLength = 34
    private static let mostBlocks = 256

    /// Of the blocks of metadata before the sound, only the first, which tells its format: RFC 9639, section 8.
    private static func flac(in rest: Range<Int>, _ read: Reading) -> SoundContainer? {
        var offset = rest.lowerBound + 4
        var header = Array("fLaC".utf8)
        for number in 0..<mostBlocks {
            let head = read(offset..<(offset + 4))
            guard head.count == 4 else { return nil }
            let length = head[1...].reduce(0) { $0 << 8 | Int($1) }
            if number == 0 {
                guard head[0] & 0x7F == 0, length == streamInfoLength else { return nil }
                // The last of them.
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
