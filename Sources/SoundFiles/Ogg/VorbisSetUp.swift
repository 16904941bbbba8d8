import CarillonAudio

/// What the set-up header of a stream of Vorbis makes libvorbis keep: Vorbis I specification, section 4.2.4.
struct VorbisSetUp {
    /// How many bytes it takes at most.
    let memory: Int
    /// How many floors and residues take at most of each channel of a block.
    let floorScratch: Int
    let residueScratch: Int

    /// Nil if it is malformed as far as the mappings. What they and the modes say makes no difference: both are of fixed
    /// size.
    init?(_ bits: inout VorbisBits, blocks: VorbisBlocks) {
        let codebooks = Self.list(countedBy: 8, &bits) { VorbisCodebook(&$0) }
        guard let codebooks else { return nil }
        // A placeholder: none has any other than 0.
        let times = Self.list(countedBy: 6, &bits) { $0.read(16) == 0 ? true : nil }
        guard times != nil else { return nil }
        let floors = Self.list(countedBy: 6, &bits) { VorbisFloor(&$0, codebooks: codebooks, blocks: blocks) }
        guard let floors else { return nil }
        let residues = Self.list(countedBy: 6, &bits) { VorbisResidue(&$0, codebooks: codebooks, blocks: blocks) }
        guard let residues, let mappings = bits.read(6).map({ $0 + 1 }) else { return nil }

        floorScratch = floors.reduce(0) { max($0, $1.scratch) }
        residueScratch = residues.reduce(0) { max($0, $1.scratch) }
        let parts =
            Self.memory(of: codebooks) + floors.reduce(0) { $0 + $1.memory } + residues.reduce(0) { $0 + $1.memory }
        // Mappings are written for 256 channels, and there are 64 modes at most.
        memory = parts + HeapBlock.size(3_264, count: mappings) + HeapBlock.size(32, count: 64)
    }

    /// What the codebooks take while one after the other is made ready for use.
    private static func memory(of codebooks: [VorbisCodebook]) -> Int {
        var memory = codebooks.reduce(0) { $0 + $1.memoryAsRead }
        var most = memory
        for codebook in codebooks {
            memory += codebook.memory
            most = max(most, memory)
            memory -= codebook.memoryAsRead
        }
        return most
    }

    /// Reads as many parts as a number of `width` bits says, less one; nil if one of them is malformed.
    private static func list<Part>(
        countedBy width: Int, _ bits: inout VorbisBits, _ read: (inout VorbisBits) -> Part?
    ) -> [Part]? {
        guard let count = bits.read(width) else { return nil }
        var parts: [Part] = []
        for _ in 0...count {
            guard let part = read(&bits) else { return nil }
            parts.append(part)
        }
        return parts
    }
}
