import CarillonAudio

/// A codebook of a set-up header: Vorbis I specification, section 3.2.1.
///
/// Of a list of lengths that is ordered, a few bits declare millions of entries: what libvorbis makes of a codebook is
/// measured by its entries, not by its bits.
struct VorbisCodebook {
    let dimensions: Int
    let entries: Int
    /// Whether there are vectors in it, not numbers only.
    let hasVectors: Bool
    /// How many bytes it takes as it was read.
    let memoryAsRead: Int
    /// How many it takes as it is used, which then replaces it.
    let memory: Int

    /// How many entries may have a codeword. libvorbis sorts them on the stack, 12 bytes each: a million, which an ordered
    /// list declares in 150 bytes of file, would crash the program. This many take 384 KiB, less than a thread has; the
    /// codebooks of encoders have at most some thousands.
    static let mostCodewords = 1 << 15

    /// Nil if it is malformed, or has too many codewords.
    init?(_ bits: inout VorbisBits) {
        guard bits.read(24) == 0x564342, let dimensions = bits.read(16), let entries = bits.read(24),
            VorbisBits.width(of: dimensions) + VorbisBits.width(of: entries) <= 24,
            let codewords = Self.codewords(of: entries, &bits), codewords <= Self.mostCodewords,
            let type = bits.read(4), type <= 2
        else { return nil }
        var values = 0
        if type > 0 {
            guard bits.skip(64), let width = bits.read(4), bits.skip(1) else { return nil }
            values = type == 1 ? Self.latticeValues(entries, dimensions) : entries * dimensions
            guard bits.skip(values * (width + 1)) else { return nil }
        }
        (self.dimensions, self.entries, hasVectors) = (dimensions, entries, type > 0)

        // A byte for each length, a long for each value.
        memoryAsRead = HeapBlock.size(72) + HeapBlock.size(entries) + HeapBlock.size(8 * values)
        // The codewords in their order and, until then, in another; their numbers and lengths; a first table of 256.
        let codes = HeapBlock.size(4 * codewords, count: 3) + HeapBlock.size(codewords) + HeapBlock.size(4 * 256)
        let vectors = type > 0 ? HeapBlock.size(4 * codewords * dimensions) : 0
        memory = 96 + (codewords > 0 ? codes + vectors : 0)
    }

    /// Reads the lengths, and counts those that are not 0.
    private static func codewords(of entries: Int, _ bits: inout VorbisBits) -> Int? {
        guard let isOrdered = bits.read(1) else { return nil }
        if isOrdered == 1 { return readOrdered(entries, &bits) ? entries : nil }
        guard let isSparse = bits.read(1) else { return nil }
        if isSparse == 0 { return bits.skip(5 * entries) ? entries : nil }
        guard entries <= bits.remaining else { return nil }
        var codewords = 0
        for _ in 0..<entries {
            guard let isUsed = bits.read(1), isUsed == 0 || bits.skip(5) else { return nil }
            codewords += isUsed
        }
        return codewords
    }

    /// How many there are of each length, from the first length on.
    private static func readOrdered(_ entries: Int, _ bits: inout VorbisBits) -> Bool {
        guard var length = bits.read(5).map({ $0 + 1 }) else { return false }
        var left = entries
        while left > 0 {
            // No more than there are codewords of that length.
            guard length <= 32, let count = bits.read(VorbisBits.width(of: left)), count <= min(left, 1 << length)
            else { return false }
            left -= count
            length += 1
        }
        return true
    }

    /// The largest number whose power of `dimensions` is no more than `entries`: section 9.2.3.
    private static func latticeValues(_ entries: Int, _ dimensions: Int) -> Int {
        guard entries > 0, dimensions > 0 else { return 0 }
        var values = 1
        while power(values + 1, dimensions, atMost: entries) != nil { values += 1 }
        return values
    }

    /// Nil if it is more than `limit`.
    static func power(_ base: Int, _ exponent: Int, atMost limit: Int) -> Int? {
        var power = 1
        for _ in 0..<exponent {
            power *= base
            guard power <= limit else { return nil }
        }
        return power
    }
}
