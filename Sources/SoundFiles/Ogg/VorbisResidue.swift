import CarillonAudio

/// The memory for a residue of a set-up header: Vorbis I specification, section 8.6.1.
struct VorbisResidue {
    /// The maximum number of bytes.
    let memory: Int
    /// The maximum number of bytes for each channel of a long block.
    let scratch: Int

    /// Reads a residue; nil if it is malformed.
    init?(_ bits: inout VorbisBits, codebooks: [VorbisCodebook], blocks: VorbisBlocks) {
        guard let type = bits.read(16), type <= 2, bits.skip(24 + 24), let size = bits.read(24),
            let partitions = bits.read(6).map({ $0 + 1 }), let index = bits.read(8), index < codebooks.count,
            let stages = Self.stages(of: partitions, &bits)
        else { return nil }
        for _ in 0..<stages {
            guard let book = bits.read(8), book < codebooks.count, codebooks[book].hasVectors else { return nil }
        }
        let book = codebooks[index]
        // Each entry of the book classifies as many partitions as the book has dimensions, and is found in a table.
        guard book.dimensions > 0,
            let words = VorbisCodebook.power(partitions, book.dimensions, atMost: book.entries)
        else { return nil }
        let table = HeapBlock.size(8 * words) + HeapBlock.size(4 * book.dimensions, count: words)
        let books = HeapBlock.size(8 * partitions) + HeapBlock.size(8 * 8, count: partitions)
        memory = HeapBlock.size(2_944) + HeapBlock.size(96) + books + table

        // A pointer for each classification word of a block, and one more because the channels' shares are rounded.
        let wordsOfBlock = blocks.long / 2 / (size + 1) / book.dimensions + 2
        scratch = 8 * wordsOfBlock
    }

    /// Reads which of the eight stages code each kind of partition, and returns the number of codebooks for all of
    /// them; nil if the list is malformed.
    private static func stages(of partitions: Int, _ bits: inout VorbisBits) -> Int? {
        var count = 0
        for _ in 0..<partitions {
            guard let low = bits.read(3), let hasHigh = bits.read(1), let high = hasHigh == 1 ? bits.read(5) : 0
            else { return nil }
            count += low.nonzeroBitCount + high.nonzeroBitCount
        }
        return count
    }
}
