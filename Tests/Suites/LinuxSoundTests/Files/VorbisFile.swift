/// The header packets of a Vorbis file, assembled by hand: Vorbis I specification, section 4.2.
struct VorbisFile {
    struct Codebook {
        /// The length of all codewords, in bits.
        var bits = 4
        /// The number of codewords that are missing, so that the book cannot be decoded.
        var missing = 0
    }

    var codebooks = [Codebook()]
    /// The number of frames that the file declares.
    var frames = 1

    var bytes: [UInt8] {
        var file = OggFile()
        file.addPage([identification], flags: 2)
        file.addPage([joined([3], ascii("vorbis"), little(0, 8), [1]), setUp])
        file.addPage([[0]], flags: 4, position: frames)
        return file.bytes
    }

    /// Two channels, and blocks of 2^8 and 2^11 samples.
    private var identification: [UInt8] {
        joined(
            [1], ascii("vorbis"), little(0, 4), [2], little(48_000, 4), little(0, 12), [8 | 11 << 4, 1])
    }

    /// The set-up header, with a floor of type 1 and a residue that code nothing.
    private var setUp: [UInt8] {
        var bits = BitWriter()
        for byte in joined([5], ascii("vorbis")) { bits.write(Int(byte), 8) }
        bits.write(codebooks.count - 1, 8)
        for codebook in codebooks { write(codebook, to: &bits) }
        // Numbers and their widths in bits: no times, one floor, one residue, one mapping, one mode.
        let fields = [
            (0, 6), (0, 16),
            (0, 6), (1, 16), (0, 5), (0, 2), (4, 4),
            (0, 6), (0, 16), (0, 24), (0, 24), (31, 24), (0, 6), (0, 8), (0, 3), (0, 1),
            (0, 6), (0, 16), (0, 1), (0, 1), (0, 2), (0, 24),
            (0, 6), (0, 1), (0, 16), (0, 16), (0, 8), (1, 1),
        ]
        for (value, width) in fields { bits.write(value, width) }
        return bits.bytes
    }

    private func write(_ codebook: Codebook, to bits: inout BitWriter) {
        let entries = (1 << codebook.bits) - codebook.missing
        bits.write(0x564342, 24)
        bits.write(1, 16)
        bits.write(entries, 24)
        // Ordered codewords: all have the same length.
        bits.write(1, 1)
        bits.write(codebook.bits - 1, 5)
        bits.write(entries, Int.bitWidth - entries.leadingZeroBitCount)
        // No vectors.
        bits.write(0, 4)
    }
}
