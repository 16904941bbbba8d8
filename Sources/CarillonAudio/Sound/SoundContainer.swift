/// The kinds of files that are given to libsndfile: those that people have, and that many have fuzzed.
///
/// It knows twenty more, of the instruments and workstations of the 1990s. Some of them print to standard output what they
/// find wrong, and nobody has looked for long at what damaged files do to them.
enum SoundContainer {
    /// How many bytes tell the kind.
    static let prefixLength = 12

    /// Whether a file is one of them: WAV, RF64, Wave64, AIFF, AU, CAF, FLAC, Ogg or MP3, a tag of ID3 before it or not.
    ///
    /// - Parameter read: Reads `prefixLength` bytes at an offset, or as many as there are.
    static func isKnown(_ read: (_ offset: Int) -> [UInt8]) -> Bool {
        let first = read(0)
        guard first.starts(with: "ID3".utf8), first.count >= 10 else { return isKnown(first) }
        // Four bytes of seven bits each.
        return isKnown(read(10 + first[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }))
    }

    private static let markers = ["RF64", "fLaC", "OggS", "caff", "riff", ".snd", "dns."]
    private static let typedMarkers = [("RIFF", ["WAVE"]), ("RIFX", ["WAVE"]), ("FORM", ["AIFF", "AIFC"])]

    private static func isKnown(_ prefix: [UInt8]) -> Bool {
        if markers.contains(where: { prefix.starts(with: $0.utf8) }) { return true }
        let isTyped = typedMarkers.contains { marker, types in
            prefix.starts(with: marker.utf8) && types.contains { prefix.dropFirst(8).starts(with: $0.utf8) }
        }
        return isTyped || isMP3(prefix)
    }

    /// Eleven bits that are set, and then a version, a layer, a bit rate and a sample rate that exist.
    private static func isMP3(_ prefix: [UInt8]) -> Bool {
        guard prefix.count >= 4, prefix[0] == 0xFF, prefix[1] & 0xE0 == 0xE0 else { return false }
        return prefix[1] & 0x18 != 0x08 && prefix[1] & 0x06 == 0x02 && prefix[2] & 0xF0 != 0xF0
            && prefix[2] & 0x0C != 0x0C
    }
}
