import CarillonAudio

/// What libogg needs to put packets together from pages.
struct OggMemory {
    /// While the header packets are read.
    let whileOpening: Int
    /// Afterwards.
    let whileReading: Int

    /// - Parameters:
    ///   - headers: How many bytes the header packets have.
    ///   - unfinished: How many bytes of pages there may be on which no packet ends.
    init(headers: Int, unfinished: Int) {
        // A page is looked for in what was read, 2 KiB at a time.
        let pages = HeapBlock.size(OggPage.mostBytes + 2_048 + 4_096)
        // What has come before a page is the end of another page, and those between them.
        let opening = Packets(bytes: headers + 2 * OggPage.mostBodyBytes)
        let reading = Packets(bytes: unfinished + 2 * OggPage.mostBodyBytes)
        whileOpening = pages + opening.kept + opening.replaced
        whileReading = pages + max(opening.kept, reading.kept) + max(pages, reading.replaced)
    }

    /// The store for what has come of packets, which grows with them and does not shrink.
    private struct Packets {
        let kept: Int
        /// While it grows, the one before it is there as well.
        let replaced: Int

        init(bytes: Int) {
            // Two numbers for each lacing value, which stands for 255 bytes, and for each gap between pages.
            let lacing = 12 * max(1_024, bytes / 128)
            replaced = HeapBlock.size(bytes) + HeapBlock.size(lacing)
            // It grows by a page more than is needed.
            kept = HeapBlock.size(bytes + OggPage.mostBodyBytes + 1_024) + HeapBlock.size(lacing + 12 * (256 + 32))
        }
    }
}
