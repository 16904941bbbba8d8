import CarillonAudio

/// The memory that libogg needs to assemble packets from pages.
struct OggMemory {
    /// The bytes while the header packets are read.
    let whileOpening: Int
    /// The bytes after that.
    let whileReading: Int

    /// - Parameters:
    ///   - headers: The size of the header packets, in bytes.
    ///   - unfinished: The maximum size, in bytes, of consecutive pages on which no packet ends.
    init(headers: Int, unfinished: Int) {
        // libogg reads 2 KiB at a time, and searches a page in its buffer.
        let pages = HeapBlock.size(OggPage.maximumBytes + 2_048 + 4_096)
        // Besides, the buffer holds the end of an earlier page and the pages in between.
        let opening = Packets(bytes: headers + 2 * OggPage.maximumBodyBytes)
        let reading = Packets(bytes: unfinished + 2 * OggPage.maximumBodyBytes)
        whileOpening = pages + opening.kept + opening.replaced
        whileReading = pages + max(opening.kept, reading.kept) + max(pages, reading.replaced)
    }

    /// The storage for parts of packets. It grows and never shrinks.
    private struct Packets {
        let kept: Int
        /// The size of the old storage, which still exists while the new one is filled.
        let replaced: Int

        init(bytes: Int) {
            // Two numbers for each lacing value, which covers 255 bytes, and for each gap between pages.
            let lacing = 12 * max(1_024, bytes / 128)
            replaced = HeapBlock.size(bytes) + HeapBlock.size(lacing)
            // It grows by one page more than needed.
            kept = HeapBlock.size(bytes + OggPage.maximumBodyBytes + 1_024) + HeapBlock.size(lacing + 12 * (256 + 32))
        }
    }
}
