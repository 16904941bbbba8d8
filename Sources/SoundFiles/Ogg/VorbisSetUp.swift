import CarillonAudio

/// The memory that libvorbis keeps for the set-up header of a Vorbis stream: Vorbis I specification, section 4.2.4.
struct VorbisSetUp {
    /// The maximum number of bytes.
    let memory: Int
    /// The maximum number of bytes that floors and residues take for each channel of a block.
    let floorScratch: Int
    let residueScratch: Int

    /// Reads the header up to the mappings; nil if that part is malformed. The content of mappings and modes is not
    /// needed, because both have a fixed size.
    init?(_ bits: inout VorbisBits, blocks: VorbisBlocks) {
        let codebooks = Self.list(countedBy: 8, &bits) { VorbisCodebook(&$0) }
        guard let codebooks else { return nil }
        // A placeholder: always 0.
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
        // Each mapping has room for 256 channels, and there are 64 modes at most.
        memory = parts + HeapBlock.size(3_264, count: mappings) + HeapBlock.size(32, count: 64)
    }

    /// Returns the maximum memory of the codebooks while they are prepared for use, one after the other.
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

    /// Reads a list whose length, less one, is a number of `width` bits; nil if one of its parts is malformed.
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
