extension SessionFile {
    /// Returns the writes after which the first slots contain the newest blocks, so that the file can be cut off there.
    ///
    /// A power cut during the writes loses only blocks that the smaller file has no room for.
    ///
    /// - Parameter limit: The number of slots to keep.
    package func writes(shrinkingTo limit: Int) -> [SessionLog.Write] {
        var slots = SessionSlots(blocks.prefix(limit).map { $0?.key }, limit: limit, session: sessions.last ?? 0)
        let newestFirst = blocks.dropFirst(limit).compactMap { $0 }.sorted { slots.age($1.key) < slots.age($0.key) }
        return newestFirst.compactMap { block in
            slots.take(forEarlier: block.key).map { slot in
                SessionLog.Write(offset: slot * blockSize, bytes: block.bytes(size: blockSize))
            }
        }
    }
}
