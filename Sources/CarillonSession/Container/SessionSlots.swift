/// The use of a file's slots: decides where a block is written, and which blocks a ring overwrites.
///
/// A block never replaces an earlier copy of itself, because a power cut during the write would destroy both. It goes
/// into a free slot, else to the end of the file. A file that has reached its limit is a ring, where a new block
/// replaces the oldest one. A quarter of the ring is for stories, because a replay makes the story anew and needs all
/// inputs. A header is replaced after the inputs of its session, and that of the present session never.
struct SessionSlots {
    /// The block in each slot; nil if it is free.
    private(set) var blocks: [SessionBlock.Key?]
    private let limit: Int
    private let session: UInt32

    /// - Parameters:
    ///   - blocks: The blocks in the file.
    ///   - limit: The maximum number of slots.
    ///   - session: The session to write.
    init(_ blocks: [SessionBlock.Key?] = [], limit: Int = .max, session: UInt32) {
        (self.blocks, self.limit, self.session) = (blocks, limit, session)
    }

    /// Returns the slot to write a block into, which then belongs to the block.
    mutating func take(for key: SessionBlock.Key) -> Int {
        let slot = blocks.firstIndex(of: nil) ?? (blocks.count < limit ? blocks.count : oldest(before: key))
        if slot == blocks.count { blocks.append(key) } else { blocks[slot] = key }
        return slot
    }

    /// Frees a slot, unless another block has taken it.
    mutating func free(_ slot: Int, of key: SessionBlock.Key) {
        if blocks[slot] == key { blocks[slot] = nil }
    }

    private func oldest(before key: SessionBlock.Key) -> Int {
        let stories = blocks.indices.filter { blocks[$0]!.kind == .story }
        let isFull = stories.count > limit / 4 || (key.kind == .story && stories.count == limit / 4)
        let candidates = isFull ? stories : blocks.indices.filter { blocks[$0]!.kind != .story }
        return candidates.min { age($0) < age($1) }!
    }

    /// A value that is less for blocks to be replaced earlier.
    private func age(_ slot: Int) -> (Int, UInt32, Int, UInt32) {
        let key = blocks[slot]!
        let isHeader = key.kind == .header
        return (isHeader && key.session == session ? 1 : 0, key.session, isHeader ? 1 : 0, key.number)
    }
}
