/// The contents of a session file: of one recording, or of a ring with several sessions.
///
/// Takes every whole block, wherever it is. So neither a power cut nor a copy that was made during a recording costs
/// more than the block that was being written.
package struct SessionFile: Sendable {
    /// The places of the blocks.
    package let index: SessionIndex
    /// The newest copy of each block, by slot.
    let blocks: [SessionBlock?]

    package init(_ bytes: [UInt8], blockSize: Int = SessionBlock.size) {
        self.init { found in
            SessionIndex(blockSize: blockSize, found: found) { use in
                for start in stride(from: 0, to: bytes.count, by: blockSize) {
                    use(bytes[start..<min(start + blockSize, bytes.count)])
                }
            }
        }
    }

    /// - Parameter read: Calls its parameter for each slot, and returns the index.
    init<Failure: Error>(_ read: (@escaping (SessionBlock?) -> Void) throws(Failure) -> SessionIndex) throws(Failure) {
        var found: [SessionBlock?] = []
        index = try read { found.append($0) }
        blocks = zip(found, index.keys).map { block, key in key == nil ? nil : block }
    }

    /// Whether each slot has a block, the start of one, or nothing.
    package var isSessionFile: Bool { index.isSessionFile }

    /// The number of slots, the last of which may be incomplete.
    package var slotCount: Int { blocks.count }

    /// The numbers of the sessions, in the order of their starts.
    package var sessions: [UInt32] { index.sessions }

    /// Returns the bytes of a file with this session alone.
    package func bytes(ofSession number: UInt32) -> [UInt8] {
        blocks.compactMap { $0 }.filter { $0.key.session == number }.flatMap { $0.bytes(size: index.blockSize) }
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
