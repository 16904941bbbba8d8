import CarillonBoard

/// The places of the blocks in a session file, without their contents.
package struct SessionIndex: Sendable {
    /// The size of a slot in bytes.
    package let blockSize: Int
    /// The newest copy of each block, by slot; nil if the slot may be written.
    let keys: [SessionBlock.Key?]
    /// Whether each slot has a block, the start of one, or nothing.
    package var isSessionFile: Bool { !hasOthers || keys.contains { $0 != nil } }

    private let hasOthers: Bool

    /// Reads the slots in their order.
    ///
    /// - Parameters:
    ///   - found: Called for each slot, with nil if it has no whole block.
    ///   - read: Calls its parameter with each slot.
    init<Failure: Error>(
        blockSize: Int, found: @escaping (SessionBlock?) -> Void = { _ in },
        _ read: ((ArraySlice<UInt8>) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        self.blockSize = blockSize
        var newest: [SessionBlock.Key: Int] = [:]
        var (keys, lengths, hasOthers): ([SessionBlock.Key?], [UInt16], Bool) = ([], [], false)
        try read { slot in
            let block = SessionBlock(slot)
            found(block)
            let length = UInt16(truncatingIfNeeded: block?.payload.count ?? 0)
            var key = block?.key
            if block == nil, !slot.starts(with: SessionBlock.magic), !slot.allSatisfy({ $0 == 0 }) { hasOthers = true }
            if let place = key, let other = newest[place] {
                // Of two copies, the longer one is newer.
                if length > lengths[other] { keys[other] = nil } else { key = nil }
            }
            if let key { newest[key] = keys.count }
            keys.append(key)
            lengths.append(length)
        }
        (self.keys, self.hasOthers) = (keys, hasOthers)
    }

    /// The number of slots, the last of which may be incomplete.
    package var slotCount: Int { keys.count }

    /// The numbers of the sessions, in the order of their starts. After the largest number comes 1, so the first session is
    /// the one after the largest gap.
    package var sessions: [UInt32] {
        let numbers = Set(keys.compactMap { $0?.session }).sorted()
        let gaps = numbers.indices.map { numbers[$0] &- numbers[($0 > 0 ? $0 : numbers.count) - 1] }
        guard let start = gaps.indices.max(by: { gaps[$0] < gaps[$1] }) else { return [] }
        return Array(numbers[start...] + numbers[..<start])
    }

    /// The number of the next session.
    var nextSession: UInt32 { max(1, (sessions.last ?? 0) &+ 1) }
}

extension SessionIndex {
    /// The maximum size of a file in bytes, so that a wrong file cannot take all memory.
    private static let mostBytes = 1 << 28

    /// Reads a session file piece by piece.
    ///
    /// - Throws: `SessionError.unreadable` or `.notASession`.
    package init(path: String, found: @escaping (SessionBlock?) -> Void = { _ in }) throws(SessionError) {
        do throws(FileContents.Failure) {
            try self.init(blockSize: SessionBlock.size, found: found) { use throws(FileContents.Failure) in
                try FileContents.read(path, limit: Self.mostBytes, use)
            }
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
        guard isSessionFile else { throw .notASession(path: path) }
    }
}
