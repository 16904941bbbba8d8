import CLibrary

/// The places of the blocks in a session file, without their contents.
package struct SessionIndex: Sendable {
    /// The size of a slot in bytes.
    package let blockSize: Int
    /// The newest copy of each block, by slot; nil if the slot may be written.
    private(set) var keys: [SessionBlock.Key?] = []
    /// Whether each slot has a block, the start of one, or nothing.
    package var isSessionFile: Bool { !hasOthers || keys.contains { $0 != nil } }

    private var lengths: [UInt16] = []
    private var hasOthers = false

    /// Reads the slots in their order.
    ///
    /// - Parameter next: Returns the next slot; nil at the end.
    init<Failure: Error>(blockSize: Int, _ next: () throws(Failure) -> ArraySlice<UInt8>?) throws(Failure) {
        self.blockSize = blockSize
        var newest: [SessionBlock.Key: Int] = [:]
        while let slot = try next() {
            let block = SessionBlock(slot)
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
        lengths = []
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
    /// Reads the file of a ring piece by piece.
    ///
    /// - Throws: `SessionError.unreadable` or `.notASession`.
    package init(path: String) throws(SessionError) {
        let size = SessionBlock.size
        let reader = SessionReader(path: path)
        var (piece, offset): (ArraySlice<UInt8>, Int) = ([], 0)
        try self.init(blockSize: size) { () throws(SessionError) -> ArraySlice<UInt8>? in
            if piece.isEmpty {
                piece = try reader.read(64 * size, at: offset).bytes[...]
                offset += piece.count
            }
            defer { piece = piece.dropFirst(size) }
            return piece.isEmpty ? nil : piece.prefix(size)
        }
        guard isSessionFile else { throw .notASession(path: path) }
    }
}
