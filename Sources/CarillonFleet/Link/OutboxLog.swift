import CarillonScheduling

/// The way of an outbox's events into a file: makes blocks of them, and decides which slot each is written to.
///
/// The block that is not full is written again and again. The copy that the disk has for certain stays until the disk has
/// the newer one, so a power cut during a write destroys nothing. A slot is free when none of its events waits.
struct OutboxLog: Sendable {
    struct Write: Equatable, Sendable {
        let offset: Int
        let bytes: [UInt8]
    }

    /// The numbers of a slot's events; nil for a slot without events.
    private typealias Slot = ClosedRange<Int>?

    /// The longest time for which the disk lacks an event that waits.
    static let flushPeriod = Duration.seconds(10)

    private var slots: [Slot] = Array(repeating: nil, count: OutboxBlock.slots)
    private var block: OutboxBlock
    private var events: Slot = nil
    /// The slot of the open block that the disk may have in part, and the one that it has.
    private var fresh: Int?
    private var flushed: Int?
    /// Slots that become free once the disk has what has been written.
    private var superseded: [Int] = []
    /// The events that are not in the file, because their names are too long.
    private var unkept: Set<Int> = []
    /// The outbox that the file has.
    private var recorded = (last: 0, dropped: 0, count: 0)
    private var aheadSince: Duration?

    /// - Parameter contents: The file. Its blocks stay as they are until none of their events waits.
    init(_ contents: OutboxContents, clock: OutboxClock) {
        for (index, found) in contents.blocks.enumerated() where index < slots.count {
            slots[index] = found.flatMap { Self.range($0.events.map(\.number)) }
        }
        block = OutboxBlock(
            number: (contents.newest?.number ?? 0) + 1, write: contents.newest?.write ?? 0,
            last: contents.newest?.last ?? 0, dropped: contents.newest?.dropped ?? 0, clock: clock, waiting: [])
        // The state of the newest block is needed until another one is on the disk.
        flushed = contents.newest.flatMap { newest in contents.blocks.firstIndex(of: newest) }
        recorded = (block.last, block.dropped, contents.events.count)
    }

    /// Returns the writes that bring the file up to date.
    mutating func record(_ outbox: Outbox, clock: OutboxClock, at now: Duration) -> [Write] {
        let state = (last: outbox.lastEvent, dropped: outbox.dropped, count: outbox.eventCount)
        guard state != recorded else { return [] }
        block.clock = clock
        (block.last, block.dropped) = (state.last, state.dropped)
        if !unkept.isEmpty { unkept.formIntersection(outbox.events.map(\.number)) }
        var writes: [Write] = []
        for event in outbox.events(after: recorded.last) {
            let line = OutboxBlock.line(event)
            guard line.count <= OutboxBlock.room else {
                unkept.insert(event.number)
                continue
            }
            if block.lines.count + line.count > OutboxBlock.room {
                writes.append(write(outbox))
                openNextBlock()
            }
            block.lines += line
            events = (events?.lowerBound ?? event.number)...event.number
        }
        writes.append(write(outbox))
        recorded = state
        aheadSince = aheadSince ?? now
        return writes
    }

    /// Returns the time at which the disk should have what has been written; nil for no hurry. While nothing waits, the
    /// kernel chooses the time.
    func syncDue(_ outbox: Outbox) -> Duration? {
        outbox.eventCount > 0 ? aheadSince.map { $0 + Self.flushPeriod } : nil
    }

    /// Whether the disk may lack something that has been written.
    var isAhead: Bool { aheadSince != nil }

    /// Notes that the disk has everything that has been written.
    mutating func synced() {
        aheadSince = nil
        superseded = []
        if fresh != nil { (flushed, fresh) = (fresh, nil) }
    }

    private mutating func write(_ outbox: Outbox) -> Write {
        let slot = fresh ?? take(outbox)
        fresh = slot
        slots[slot] = events
        block.write += 1
        block.waiting = Self.ranges(outbox.events.map(\.number).filter { !unkept.contains($0) })
        block.dropped = outbox.dropped + unkept.count
        return Write(offset: slot * OutboxBlock.size, bytes: block.bytes)
    }

    /// Begins another block. The copy of the full one that the disk has becomes free with the next flush.
    private mutating func openNextBlock() {
        if let flushed { superseded.append(flushed) }
        (fresh, flushed, events) = (nil, nil, nil)
        block.number += 1
        block.lines = []
    }

    /// Returns a slot that can be overwritten.
    private mutating func take(_ outbox: Outbox) -> Int {
        let busy = Set(superseded + [flushed].compactMap { $0 })
        let candidates = slots.indices.filter { !busy.contains($0) }
        let waiting = Self.ranges(outbox.events.map(\.number))
        let free = candidates.first { slot in
            slots[slot].map { range in !waiting.contains { $0.overlaps(range) } } ?? true
        }
        if let free { return free }
        // Only if names are very long. The events of the slot are then in memory only.
        let oldest = candidates.min { slots[$0]!.lowerBound < slots[$1]!.lowerBound }!
        unkept.formUnion(outbox.events.map(\.number).filter(slots[oldest]!.contains))
        return oldest
    }

    private static func range(_ numbers: [Int]) -> Slot {
        guard let first = numbers.min(), let last = numbers.max() else { return nil }
        return first...last
    }

    /// Returns the ranges of numbers that ascend.
    private static func ranges(_ numbers: [Int]) -> [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound == number - 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges
    }
}
