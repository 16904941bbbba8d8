/// The use of a file's slots: decides where a block is written, and which blocks a ring overwrites.
///
/// A block never replaces an earlier copy of itself, because a power cut during the write would destroy both. It goes
/// into a free slot, else to the end of the file. A file that has reached its limit is a ring, where a new block
/// replaces the oldest one. A quarter of the ring is for event logs, because a replay makes the event log again and needs all
/// inputs. A header is replaced after the inputs of its session, and that of the present session never.
struct SessionSlots {
    /// The block in each slot; nil if it is free.
    private(set) var blocks: [SessionBlock.Key?]
    private let limit: Int
    private let session: UInt32
    /// Whether inputs of the session have been overwritten.
    private(set) var hasLostInputs = false

    /// - Parameters:
    ///   - blocks: The blocks in the file.
    ///   - limit: The maximum number of slots.
    ///   - session: The session to write.
    init(_ blocks: [SessionBlock.Key?] = [], limit: Int = .max, session: UInt32) {
        (self.blocks, self.limit, self.session) = (blocks, limit, session)
    }

    /// Returns the slot to write a block into, which then belongs to the block.
    mutating func take(for key: SessionBlock.Key) -> Int {
        let slot = slot(for: key)
        guard slot < blocks.count else {
            blocks.append(key)
            return slot
        }
        if let old = blocks[slot], old.session == session, old.kind == .inputs { hasLostInputs = true }
        blocks[slot] = key
        return slot
    }

    /// Returns the slot to write an earlier block into, which then belongs to the block; nil if the block in its place is
    /// newer.
    mutating func take(forEarlier key: SessionBlock.Key) -> Int? {
        let slot = slot(for: key)
        guard slot == blocks.count || blocks[slot].map({ age($0) < age(key) }) ?? true else { return nil }
        return take(for: key)
    }

    private func slot(for key: SessionBlock.Key) -> Int {
        blocks.firstIndex(of: nil) ?? (blocks.count < limit ? blocks.count : oldest(before: key))
    }

    /// Frees a slot, unless another block has taken it.
    mutating func free(_ slot: Int, of key: SessionBlock.Key) {
        if blocks[slot] == key { blocks[slot] = nil }
    }

    private func oldest(before key: SessionBlock.Key) -> Int {
        let eventLogs = blocks.indices.filter { blocks[$0]!.kind == .eventLog }
        let isFull = eventLogs.count > limit / 4 || (key.kind == .eventLog && eventLogs.count == limit / 4)
        let candidates = isFull ? eventLogs : blocks.indices.filter { blocks[$0]!.kind != .eventLog }
        return candidates.min { age(blocks[$0]!) < age(blocks[$1]!) }!
    }

    /// Returns a value that is less for blocks to be replaced earlier.
    func age(_ key: SessionBlock.Key) -> (Int, UInt32, Int, UInt32) {
        let isHeader = key.kind == .header
        // After the largest number comes 1, so the present session is the newest one, whatever its number is.
        let turn = key.session &- session &- 1
        return (isHeader && key.session == session ? 1 : 0, turn, isHeader ? 1 : 0, key.number)
    }
}
