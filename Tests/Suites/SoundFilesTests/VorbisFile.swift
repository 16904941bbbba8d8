import Foundation

/// The header packets of a Vorbis file, assembled by hand: Vorbis I specification, section 4.2.
struct VorbisFile {
    struct Codebook {
        var sync = 0x564342
        var dimensions = 1
        /// The length of all codewords, in bits.
        var bits = 4
        var hasVectors = false
    }

    var channels = 2
    /// The block sizes, as exponents of two.
    var blocks = (8, 11)
    var codebooks = [Codebook()]
    var mappings = 1
    /// The comments, each after its length.
    var comments: [UInt8] = little(0, 4) + little(0, 4)

    var bytes: [UInt8] {
        var file = OggFile()
        file.addPage([identification], flags: 2)
        file.addPages(joined([3], ascii("vorbis"), comments, [1]))
        file.addPages(setUp)
        return file.bytes
    }

    var identification: [UInt8] {
        joined(
            [1], ascii("vorbis"), little(0, 4), [UInt8(channels)], little(48_000, 4), little(0, 12),
            [UInt8(blocks.0 | blocks.1 << 4), 1])
    }

    /// The set-up header, with a floor of type 1 and a residue that code nothing.
    var setUp: [UInt8] {
        var bits = BitWriter()
        for byte in joined([5], ascii("vorbis")) { bits.write(Int(byte), 8) }
        bits.write(codebooks.count - 1, 8)
        for codebook in codebooks { write(codebook, to: &bits) }
        // Numbers and their widths in bits: no times, one floor, one residue.
        let fields = [
            (0, 6), (0, 16),
            (0, 6), (1, 16), (0, 5), (0, 2), (4, 4),
            (0, 6), (0, 16), (0, 24), (0, 24), (31, 24), (0, 6), (0, 8), (0, 3), (0, 1),
            (mappings - 1, 6),
        ]
        for (value, width) in fields { bits.write(value, width) }
        for _ in 0..<mappings {
            for (value, width) in [(0, 16), (0, 1), (0, 1), (0, 2), (0, 24)] { bits.write(value, width) }
        }
        // One mode.
        for (value, width) in [(0, 6), (1, 1), (0, 16), (0, 16), (0, 8), (1, 1)] { bits.write(value, width) }
        return bits.bytes
    }

    private func write(_ codebook: Codebook, to bits: inout BitWriter) {
        let entries = 1 << codebook.bits
        bits.write(codebook.sync, 24)
        bits.write(codebook.dimensions, 16)
        bits.write(entries, 24)
        // Ordered codewords: all have the same length.
        bits.write(1, 1)
        bits.write(codebook.bits - 1, 5)
        bits.write(entries, codebook.bits + 1)
        bits.write(codebook.hasVectors ? 1 : 0, 4)
        guard codebook.hasVectors else { return }
        bits.write(0, 64)
        bits.write(0, 4)
        bits.write(0, 1)
        var values = 1
        while pow(Double(values + 1), Double(codebook.dimensions)) <= Double(entries) { values += 1 }
        bits.write(0, values)
    }
}
