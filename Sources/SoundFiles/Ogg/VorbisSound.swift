import CarillonAudio

/// The memory that libvorbis needs for a Vorbis stream.
struct VorbisSound {
    let channels: Int
    let blocks: VorbisBlocks
    /// The maximum number of bytes.
    let memory: Int

    /// Reads the header packets; nil if one is malformed, or has a codebook that is too large.
    ///
    /// - Parameters:
    ///   - identification: The first packet.
    ///   - setUp: The third packet.
    init?(identification: ArraySlice<UInt8>, setUp: ArraySlice<UInt8>) {
        var bits = VorbisBits(identification)
        // Section 4.2.2: the version and the number of channels, then the rates, which are skipped, and the block
        // sizes.
        guard Self.begins(1, &bits), bits.read(32) == 0, let channels = bits.read(8), channels > 0, bits.skip(4 * 32),
            let blocks = VorbisBlocks(&bits), bits.read(1) == 1
        else { return nil }
        bits = VorbisBits(setUp)
        guard Self.begins(5, &bits), let setUp = VorbisSetUp(&bits, blocks: blocks) else { return nil }
        (self.channels, self.blocks) = (channels, blocks)

        // Two cosine tables and two of bit reversal; the windows' overlap for each channel.
        let tables = HeapBlock.size(5 * blocks.long, count: 2) + HeapBlock.size(blocks.long, count: 2)
        let overlap = HeapBlock.size(4 * blocks.long, count: channels) + HeapBlock.size(8 * channels, count: 2)
        // A block is decoded into pieces. For the next block they are joined into one, while the last piece still
        // exists.
        let pieces = [4 * blocks.long, setUp.floorScratch, setUp.residueScratch]
        let block = pieces.reduce(HeapBlock.size(8)) { $0 + HeapBlock.size($1) + HeapBlock.size(16) } * channels
        let largest = HeapBlock.size(max(4 * blocks.long, setUp.floorScratch, setUp.residueScratch * channels))
        memory = setUp.memory + tables + overlap + block + largest
    }

    /// Reads the type of a header packet and the codec's name, section 4.2.1. Returns false if they differ.
    private static func begins(_ type: Int, _ bits: inout VorbisBits) -> Bool {
        bits.read(8) == type && "vorbis".utf8.allSatisfy { bits.read(8) == Int($0) }
    }
}

/// The numbers of samples of a block: Vorbis I specification, section 4.2.2.
struct VorbisBlocks {
    let short: Int
    let long: Int

    /// Reads the sizes; nil if they are not allowed.
    init?(_ bits: inout VorbisBits) {
        guard let short = bits.read(4), let long = bits.read(4), 6 <= short, short <= long, long <= 13
        else { return nil }
        (self.short, self.long) = (1 << short, 1 << long)
    }
}
