import CarillonAudio

/// A residue of a set-up header: Vorbis I specification, section 8.6.1.
struct VorbisResidue {
    /// How many bytes libvorbis takes for it at most.
    let memory: Int
    /// How many it takes at most of each channel of a long block.
    let scratch: Int

    /// Nil if it is malformed.
    init?(_ bits: inout VorbisBits, codebooks: [VorbisCodebook], blocks: VorbisBlocks) {
        guard let type = bits.read(16), type <= 2, bits.skip(24 + 24), let size = bits.read(24),
            let partitions = bits.read(6).map({ $0 + 1 }), let index = bits.read(8), index < codebooks.count,
            let stages = Self.stages(of: partitions, &bits)
        else { return nil }
        for _ in 0..<stages {
            guard let book = bits.read(8), book < codebooks.count, codebooks[book].hasVectors else { return nil }
        }
        let book = codebooks[index]
        // Each entry of the book classifies as many partitions as it has dimensions, and is looked up in a table.
        guard book.dimensions > 0,
            let words = VorbisCodebook.power(partitions, book.dimensions, atMost: book.entries)
        else { return nil }
        let table = HeapBlock.size(8 * words) + HeapBlock.size(4 * book.dimensions, count: words)
        let books = HeapBlock.size(8 * partitions) + HeapBlock.size(8 * 8, count: partitions)
        memory = HeapBlock.size(2_944) + HeapBlock.size(96) + books + table

        // A pointer for each word that a block is classified with; one more, as the channels' shares are rounded.
        let wordsOfBlock = blocks.long / 2 / (size + 1) / book.dimensions + 2
        scratch = 8 * wordsOfBlock
    }

    /// Reads in which of eight stages each kind of partition is coded, and counts the codebooks for all of them.
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
