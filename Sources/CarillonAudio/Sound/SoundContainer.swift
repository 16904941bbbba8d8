/// The kinds of files that are given to libsndfile: those that people have, and that many have fuzzed.
///
/// It knows twenty more, of the instruments and workstations of the 1990s. Some of them print to standard output what they
/// find wrong, and nobody has looked for long at what damaged files do to them. Nor is it given those for which it takes
/// as much memory as a header says: Apple Lossless in a CAF file (32 KiB a channel and 1 MiB, which prints as well), IMA
/// ADPCM of many channels, and tags of ID3.
enum SoundContainer {
    /// Reads `prefixLength` bytes at an offset, or as many as there are.
    typealias Reading = (_ offset: Int) -> [UInt8]

    /// How many bytes tell the kind.
    static let prefixLength = 32

    /// Where the sound begins, behind a tag of ID3, in a file that is one of them: WAV, RF64, AIFF, AU, CAF, FLAC, Ogg or
    /// MP3; nil in any other.
    static func start(_ read: Reading) -> Int? {
        let first = read(0)
        var start = 0
        if first.starts(with: "ID3".utf8), first.count >= 10 {
            // Four bytes of seven bits each.
            start = 10 + first[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        }
        return isKnown(start, read) ? start : nil
    }

    private static func isKnown(_ start: Int, _ read: Reading) -> Bool {
        let prefix = read(start)
        func begins(_ marker: String) -> Bool { prefix.starts(with: marker.utf8) }
        func holds(_ type: String, at place: Int = 8) -> Bool { prefix.dropFirst(place).starts(with: type.utf8) }
        return if begins("RIFF") || begins("RIFX") || begins("RF64") {
            holds("WAVE") && isFrugalWave(start, isBigEndian: begins("RIFX"), read)
        } else if begins("FORM") {
            holds("AIFF") || holds("AIFC")
        } else if begins("caff") {
            ["lpcm", "alaw", "ulaw"].contains { holds($0, at: 28) }
        } else {
            ["fLaC", "OggS", ".snd", "dns."].contains(where: begins) || isMP3(prefix)
        }
    }

    /// Eleven bits that are set, and then a version, a layer, a bit rate and a sample rate that exist.
    private static func isMP3(_ prefix: [UInt8]) -> Bool {
        guard prefix.count >= 4, prefix[0] == 0xFF, prefix[1] & 0xE0 == 0xE0 else { return false }
        return prefix[1] & 0x18 != 0x08 && prefix[1] & 0x06 == 0x02 && prefix[2] & 0xF0 != 0xF0
            && prefix[2] & 0x0C != 0x0C
    }
}

// MARK: - WAV

extension SoundContainer {
    private static let imaADPCM = 0x11
    /// Before the one that tells the format. Ordinary files have three or four.
    private static let mostChunks = 32

    /// Whether the format is told at the beginning, and is one whose decoder needs little memory.
    private static func isFrugalWave(_ start: Int, isBigEndian: Bool, _ read: Reading) -> Bool {
        func number(_ bytes: ArraySlice<UInt8>) -> Int {
            isBigEndian ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        var offset = start + 12
        for _ in 0..<mostChunks {
            let chunk = read(offset)
            guard chunk.count >= 12 else { return false }
            if chunk.starts(with: "fmt ".utf8) {
                return number(chunk[8..<10]) != imaADPCM || number(chunk[10..<12]) <= 2
            }
            let size = number(chunk[4..<8])
            offset += 8 + size + size % 2
        }
        return false
    }
}
