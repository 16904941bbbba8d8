import CarillonBoard

/// The contents of a session file: of one recording, of a ring with several sessions, or of a fleet's outbox.
///
/// Takes every whole block, wherever it is. So neither a power cut nor a copy that was made during a recording costs
/// more than the block that was being written.
package struct SessionFile: Sendable {
    /// The size of a slot in bytes.
    let blockSize: Int
    /// The newest copy of each block, by slot; nil if the slot may be written.
    let blocks: [SessionBlock?]
    /// Whether each slot has a block, the start of one, or nothing.
    package let isSessionFile: Bool
    /// Whether a slot has something else than a whole block or zeros.
    package let isDamaged: Bool

    package init(_ bytes: [UInt8] = [], blockSize: Int = SessionBlock.size) {
        self.init(blockSize: blockSize) { use in
            for start in stride(from: 0, to: bytes.count, by: blockSize) {
                use(bytes[start..<min(start + blockSize, bytes.count)])
            }
        }
    }

    /// - Parameters:
    ///   - withPayloads: Whether the blocks keep their payloads.
    ///   - read: Calls its parameter with each slot, in the order of the file.
    init<Failure: Error>(
        blockSize: Int = SessionBlock.size, withPayloads: Bool = true,
        _ read: ((ArraySlice<UInt8>) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        self.blockSize = blockSize
        var newest: [SessionBlock.Key: (slot: Int, length: Int)] = [:]
        var (blocks, hasParts, hasOthers): ([SessionBlock?], Bool, Bool) = ([], false, false)
        try read { slot in
            blocks.append(nil)
            guard let block = SessionBlock(slot) else {
                guard slot.contains(where: { $0 != 0 }) else { return }
                if slot.starts(with: SessionBlock.magic) { hasParts = true } else { hasOthers = true }
                return
            }
            let length = block.payload.count
            if let other = newest[block.key] {
                // Of two copies, the longer one is newer.
                guard length > other.length else { return }
                blocks[other.slot] = nil
            }
            newest[block.key] = (blocks.count - 1, length)
            blocks[blocks.count - 1] = withPayloads ? block : block.withoutPayload
        }
        self.blocks = blocks
        isSessionFile = !hasOthers || !newest.isEmpty
        isDamaged = hasParts || hasOthers
    }

    /// The number of slots, the last of which may be incomplete.
    package var slotCount: Int { blocks.count }

    /// The numbers of the sessions, in the order of their starts. After the largest number comes 1, so the first session is
    /// the one after the largest gap.
    package var sessions: [UInt32] {
        let numbers = Set(blocks.compactMap { $0?.key.session }).sorted()
        let gaps = numbers.indices.map { numbers[$0] &- numbers[($0 > 0 ? $0 : numbers.count) - 1] }
        guard let start = gaps.indices.max(by: { gaps[$0] < gaps[$1] }) else { return [] }
        return Array(numbers[start...] + numbers[..<start])
    }

    /// Returns the session with this number.
    package func session(_ number: UInt32) -> StoredSession {
        func blocks(_ kind: SessionBlock.Kind) -> [SessionBlock] {
            self.blocks.compactMap { $0 }.filter { $0.key.session == number && $0.key.kind == kind }
                .sorted { $0.key.number < $1.key.number }
        }
        return StoredSession(
            number: number, header: Session.Header(text: blocks(.header).flatMap(\.payload)), inputs: blocks(.inputs),
            eventLog: blocks(.eventLog).flatMap(\.eventLogLines))
    }

    /// Returns a session.
    ///
    /// - Parameter number: The session's number; nil for the last one.
    /// - Throws: `SessionError.unknownSession` or `.empty`.
    package func session(numbered number: UInt32?) throws(SessionError) -> StoredSession {
        guard let last = sessions.last else { throw .empty }
        guard sessions.contains(number ?? last) else { throw .unknownSession(number ?? last, known: sessions) }
        return session(number ?? last)
    }

    /// Returns the bytes of a file with this session alone.
    package func bytes(ofSession number: UInt32) -> [UInt8] {
        blocks.compactMap { $0 }.filter { $0.key.session == number }.flatMap { $0.bytes(size: blockSize) }
    }
}
