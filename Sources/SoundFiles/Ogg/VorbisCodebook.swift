import CarillonAudio

/// A codebook of a set-up header: Vorbis I specification, section 3.2.1.
///
/// In an ordered list of lengths, a few bits declare millions of entries. The memory that libvorbis takes for a
/// codebook therefore depends on its entries, not on its bits.
struct VorbisCodebook {
    let dimensions: Int
    let entries: Int
    /// Whether it has vectors, and not only numbers.
    let hasVectors: Bool
    /// The bytes that it takes as read from the header.
    let memoryAsRead: Int
    /// The bytes of the form used for decoding, which then replaces the form that was read.
    let memory: Int

    /// The maximum number of entries with a codeword. libvorbis sorts them on the stack, 12 bytes each. A million,
    /// which an ordered list declares in 150 bytes of file, would crash the program. This maximum takes 384 KiB, less
    /// than a thread's stack. The codebooks of encoders have at most some thousands.
    static let maximumCodewords = 1 << 15

    /// Reads a codebook; nil if it is malformed, or has too many codewords.
    init?(_ bits: inout VorbisBits) {
        guard bits.read(24) == 0x564342, let dimensions = bits.read(16), let entries = bits.read(24),
            VorbisBits.width(of: dimensions) + VorbisBits.width(of: entries) <= 24,
            let codewords = Self.codewords(of: entries, &bits), codewords <= Self.maximumCodewords,
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
        // The codewords sorted and, until then, unsorted; their numbers and lengths; a first table of 256.
        let codes = HeapBlock.size(4 * codewords, count: 3) + HeapBlock.size(codewords) + HeapBlock.size(4 * 256)
        let vectors = type > 0 ? HeapBlock.size(4 * codewords * dimensions) : 0
        memory = 96 + (codewords > 0 ? codes + vectors : 0)
    }

    /// Reads the lengths, and returns the number of those that are not 0; nil if the list is malformed.
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

    /// Reads an ordered list: the number of entries of each length, from the first length on. Returns false if it is
    /// malformed.
    private static func readOrdered(_ entries: Int, _ bits: inout VorbisBits) -> Bool {
        guard var length = bits.read(5).map({ $0 + 1 }) else { return false }
        var left = entries
        while left > 0 {
            // At most as many as there are codewords of that length.
            guard length <= 32, let count = bits.read(VorbisBits.width(of: left)), count <= min(left, 1 << length)
            else { return false }
            left -= count
            length += 1
        }
        return true
    }

    /// Returns the largest number that, raised to the power `dimensions`, is at most `entries`: section 9.2.3.
    private static func latticeValues(_ entries: Int, _ dimensions: Int) -> Int {
        guard entries > 0, dimensions > 0 else { return 0 }
        var values = 1
        while power(values + 1, dimensions, atMost: entries) != nil { values += 1 }
        return values
    }

    /// Returns `base` raised to the power `exponent`; nil if that is more than `limit`.
    static func power(_ base: Int, _ exponent: Int, atMost limit: Int) -> Int? {
        var power = 1
        for _ in 0..<exponent {
            power *= base
            guard power <= limit else { return nil }
        }
        return power
    }
}
