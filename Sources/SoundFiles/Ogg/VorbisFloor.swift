import CarillonAudio

/// The memory for a floor of a set-up header. libvorbis keeps its fields and lookup tables: Vorbis I specification,
/// sections 4.2.4, 6.2.1 and 7.2.2.
struct VorbisFloor {
    /// The maximum number of bytes.
    let memory: Int
    /// The maximum number of bytes for each channel of a block.
    let scratch: Int

    /// Reads a floor; nil if it is malformed.
    init?(_ bits: inout VorbisBits, codebooks: [VorbisCodebook], blocks: VorbisBlocks) {
        switch bits.read(16) {
        case 0:
            guard let order = bits.read(8), let rate = bits.read(16), let barks = bits.read(16), bits.skip(6 + 8),
                let books = bits.read(4), order > 0, rate > 0, barks > 0
            else { return nil }
            var dimensions = 0
            for _ in 0...books {
                guard let index = bits.read(8), index < codebooks.count, codebooks[index].hasVectors,
                    codebooks[index].dimensions > 0
                else { return nil }
                dimensions = max(dimensions, codebooks[index].dimensions)
            }
            // A number for each coefficient of a block, short or long.
            let map = HeapBlock.size(4 * (blocks.short / 2 + 1)) + HeapBlock.size(4 * (blocks.long / 2 + 1))
            memory = HeapBlock.size(128) + HeapBlock.size(64) + HeapBlock.size(16) + map
            scratch = 4 * (order + dimensions + 1)
        case 1:
            guard Self.skipPartitions(&bits, codebooks: codebooks.count) else { return nil }
            // Fixed size: 65 points.
            memory = HeapBlock.size(1_152) + HeapBlock.size(1_408)
            scratch = 4 * Self.maximumPoints
        default: return nil
        }
    }

    private static let maximumPoints = 65

    private static func skipPartitions(_ bits: inout VorbisBits, codebooks: Int) -> Bool {
        guard let count = bits.read(5) else { return false }
        var classes: [Int] = []
        for _ in 0..<count {
            guard let index = bits.read(4) else { return false }
            classes.append(index)
        }
        var dimensions: [Int] = []
        for _ in 0..<((classes.max() ?? -1) + 1) {
            guard let dimension = bits.read(3), let subclasses = bits.read(2) else { return false }
            dimensions.append(dimension + 1)
            if subclasses > 0 {
                guard let book = bits.read(8), book < codebooks else { return false }
            }
            for _ in 0..<(1 << subclasses) {
                // 0 stands for no codebook.
                guard let book = bits.read(8), book <= codebooks else { return false }
            }
        }
        guard bits.skip(2), let width = bits.read(4) else { return false }
        let points = classes.reduce(2) { $0 + dimensions[$1] }
        return points <= maximumPoints && bits.skip((points - 2) * width)
    }
}
