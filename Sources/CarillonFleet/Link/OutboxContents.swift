import CarillonScheduling

/// The contents of an outbox's file: what an earlier start of the program has left.
struct OutboxContents: Sendable {
    /// The block in each slot; nil if the slot has no whole one.
    let blocks: [OutboxBlock?]
    /// The newest block, whose state is that of the outbox; nil if there is none.
    let newest: OutboxBlock?
    /// The events that wait, in order. Their times are those of this start of the program.
    let events: [Outbox.Event]
    /// The number of events that wait, and cannot be read.
    let missing: Int
    /// Whether the file has something else than whole blocks and zeros, and must be kept for the user. A power cut
    /// during a write has this effect, too, but costs no event that the disk had.
    let isDamaged: Bool

    /// - Parameter clock: The present clocks.
    init(_ bytes: [UInt8], clock: OutboxClock, at now: Duration) {
        let slots = stride(from: 0, to: bytes.count, by: OutboxBlock.size).map { start in
            bytes[start..<min(start + OutboxBlock.size, bytes.count)]
        }
        blocks = slots.map { OutboxBlock($0) }
        newest = blocks.compactMap { $0 }.max { $0.write < $1.write }
        let waiting = newest?.waiting ?? []
        var found: [Int: Outbox.Event] = [:]
        for block in blocks.compactMap({ $0 }) {
            for event in block.events where waiting.contains(where: { $0.contains(event.number) }) {
                found[event.number] = Outbox.Event(
                    topic: event.topic, type: event.type, number: event.number,
                    time: clock.present(event.time, of: block.clock, at: now))
            }
        }
        events = found.values.sorted { $0.number < $1.number }
        missing = max(waiting.reduce(0) { $0 + $1.count } - events.count, 0)
        isDamaged =
            missing > 0 || slots.count > OutboxBlock.slots
            || zip(slots, blocks).contains { slot, block in block == nil && slot.contains { $0 != 0 } }
    }
}

extension Outbox {
    /// Creates the outbox that an earlier start of the program has left.
    init(_ contents: OutboxContents) {
        let state = contents.newest
        self.init(
            contents.events.suffix(Self.mostEvents), last: state?.last ?? 0,
            dropped: (state?.dropped ?? 0) + contents.missing + max(contents.events.count - Self.mostEvents, 0))
    }
}
