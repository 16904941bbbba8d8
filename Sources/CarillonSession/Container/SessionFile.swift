/// The contents of a session file: of one recording, or of a ring with several sessions.
///
/// Takes every whole block, wherever it is. So neither a power cut nor a copy that was made during a recording costs
/// more than the block that was being written.
package struct SessionFile: Sendable {
    /// The size of a slot in bytes.
    package let blockSize: Int
    /// The newest copy of each block, by slot.
    let blocks: [SessionBlock?]
    /// Whether each slot has a block, the start of one, or nothing.
    package let isSessionFile: Bool

    package init(_ bytes: [UInt8], blockSize: Int = SessionBlock.size) {
        self.blockSize = blockSize
        let slots = stride(from: 0, to: bytes.count, by: blockSize).map { start in
            bytes[start..<min(start + blockSize, bytes.count)]
        }
        var blocks = slots.map { SessionBlock($0) }
        var newest: [SessionBlock.Key: Int] = [:]
        for (slot, block) in blocks.enumerated() {
            guard let block else { continue }
            guard let other = newest[block.key] else {
                newest[block.key] = slot
                continue
            }
            let isNewer = block.payload.count > blocks[other]!.payload.count
            if isNewer { newest[block.key] = slot }
            blocks[isNewer ? other : slot] = nil
        }
        self.blocks = blocks
        isSessionFile =
            !newest.isEmpty
            || slots.allSatisfy { slot in
                slot.starts(with: SessionBlock.magic) || slot.allSatisfy { $0 == 0 }
            }
    }

    /// The number of slots, the last of which may be incomplete.
    package var slotCount: Int { blocks.count }

    /// The block in each slot; nil if the slot may be written.
    var keys: [SessionBlock.Key?] { blocks.map { $0?.key } }

    /// The numbers of the sessions, in the order of their starts.
    package var sessions: [UInt32] { Set(blocks.compactMap { $0?.key.session }).sorted() }

    /// Returns the bytes of a file with this session alone.
    package func bytes(ofSession number: UInt32) -> [UInt8] {
        blocks.compactMap { $0 }.filter { $0.key.session == number }.flatMap { $0.bytes(size: blockSize) }
    }

    /// Returns the session with this number.
    package func session(_ number: UInt32) -> StoredSession {
        func blocks(_ kind: SessionBlock.Kind) -> [SessionBlock] {
            self.blocks.compactMap { $0 }.filter { $0.key.session == number && $0.key.kind == kind }
                .sorted { $0.key.number < $1.key.number }
        }
        return StoredSession(
            number: number, header: Session.Header(text: blocks(.header).flatMap(\.payload)), inputs: blocks(.inputs),
            story: blocks(.story).flatMap(\.storyLines))
    }
}
