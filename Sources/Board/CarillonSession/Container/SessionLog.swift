/// A session on its way into a file: makes blocks of entries, and decides when each is written to which slot.
///
/// Pure: the writer calls ``nextWrite``, writes, and calls ``wrote()``. If ``needsSync``, it may flush the file, and then
/// calls ``synced()``. A block that is not full is written again and again, in turn to two slots: the copy that the disk
/// has for certain stays until the disk has the newer one. So a power cut during any write destroys no flushed entry.
package struct SessionLog {
    /// A slot to write.
    package struct Write: Equatable, Sendable {
        /// The position in the file.
        package let offset: Int
        package let bytes: [UInt8]

        package init(offset: Int, bytes: [UInt8]) { (self.offset, self.bytes) = (offset, bytes) }
    }

    /// The slots of a block.
    private struct Copies {
        let key: SessionBlock.Key
        /// The copy that the disk may have in part; it may be written again.
        var fresh: Int?
        /// The copy that the disk has.
        var flushed: Int?
    }

    /// The maximum number of blocks that wait to be written, while the disk is full or slow.
    private static let mostWaiting = 16

    /// The number of the session, from 1.
    package let session: UInt32
    private let blockSize: Int
    private var slots: SessionSlots
    private var inputs: OpenBlock<SessionEncoder>
    private var eventLog: OpenBlock<EventLogEncoder>
    /// Of the last blocks. Few, so an array: a dictionary of our own keys would add 6 kB to each program.
    private var copies: [Copies] = []
    private var waiting: [(slot: Int, block: SessionBlock)] = []
    /// The number of inputs that have been dropped since the last one that was added.
    private var missing = 0
    /// Whether blocks have been written since the last ``synced()``.
    private var isAhead = false

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - header: Written at once.
    ///   - file: The earlier contents of a ring. Its sessions are kept until their slots are needed.
    ///   - limit: The maximum number of slots; nil for a file that grows.
    package init(_ header: Session.Header, in file: SessionFile = SessionFile(), limit: Int?) {
        session = max(1, (file.sessions.last ?? 0) &+ 1)
        blockSize = file.blockSize
        let room = blockSize - SessionBlock.headSize
        let parts = Self.parts(of: Array(header.text.utf8), length: room)
        slots = SessionSlots(
            file.blocks.map { $0?.key }, limit: limit.map { max($0, 16, 4 * parts.count) } ?? .max, session: session)
        inputs = OpenBlock(.inputs, session: session, room: room)
        eventLog = OpenBlock(.eventLog, session: session, room: room)
        for (number, part) in parts.enumerated() {
            let key = SessionBlock.Key(session: session, kind: .header, number: UInt32(number))
            enqueue(SessionBlock(key, start: header.start, previousLength: 0, payload: Array(part)))
        }
    }

    /// Whether the first inputs of this session have been overwritten, because the file has reached its limit.
    package var hasLostInputs: Bool { slots.hasLostInputs }

    /// Adds an input. If the disk has been full or slow for long, inputs are dropped and counted in a gap.
    package mutating func append(_ entry: Session.Entry) {
        guard !isFull else {
            missing += 1
            return
        }
        if missing > 0 {
            let gap = Session.Entry(time: entry.time, .gap(missing))
            missing = 0
            append(gap)
        }
        let (full, isTaken) = inputs.append(entry, at: entry.time)
        if let full { enqueue(full) }
        if !isTaken { append(Session.Entry(time: entry.time, .gap(1))) }
    }

    /// Adds a line to the event log. If the disk has been full or slow for long, lines are dropped.
    package mutating func append(_ line: EventLogLine) {
        guard !isFull, let full = eventLog.append(line, at: line.time).full else { return }
        enqueue(full)
    }

    /// Makes all entries added so far available to ``nextWrite``.
    package mutating func flush() {
        if inputs.isChanged { enqueue(inputs.block()) }
        if eventLog.isChanged { enqueue(eventLog.block()) }
    }

    /// Whether so many blocks wait to be written that entries are dropped.
    package var isFull: Bool { waiting.count >= Self.mostWaiting }

    /// The next slot to write; nil if there is none.
    package var nextWrite: Write? {
        waiting.first.map { Write(offset: $0.slot * blockSize, bytes: $0.block.bytes(size: blockSize)) }
    }

    /// Records that ``nextWrite`` has been written.
    package mutating func wrote() {
        waiting.removeFirst()
        isAhead = true
    }

    /// Returns all slots to write, as if they had been written.
    package mutating func takeWrites() -> [Write] {
        defer { waiting = [] }
        isAhead = isAhead || !waiting.isEmpty
        return waiting.map { Write(offset: $0.slot * blockSize, bytes: $0.block.bytes(size: blockSize)) }
    }

    /// Whether to flush the file: blocks have been written, and nothing waits to be written.
    package var needsSync: Bool { isAhead && waiting.isEmpty }

    /// Records that the disk has everything that has been written. Call only if ``needsSync``.
    package mutating func synced() {
        isAhead = false
        for (index, copy) in copies.enumerated() where copy.fresh != nil {
            if let flushed = copy.flushed { slots.free(flushed, of: copy.key) }
            copies[index] = Copies(key: copy.key, flushed: copy.fresh)
        }
        copies.removeAll { $0.key != inputs.key && $0.key != eventLog.key }
    }

    private mutating func enqueue(_ block: SessionBlock) {
        if let index = waiting.firstIndex(where: { $0.block.key == block.key }) {
            waiting[index].block = block
            return
        }
        let index = copies.firstIndex { $0.key == block.key } ?? copies.endIndex
        if index == copies.endIndex { copies.append(Copies(key: block.key)) }
        let slot = copies[index].fresh ?? slots.take(for: block.key)
        copies[index].fresh = slot
        waiting.append((slot, block))
    }

    private static func parts(of bytes: [UInt8], length: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
    }
}
