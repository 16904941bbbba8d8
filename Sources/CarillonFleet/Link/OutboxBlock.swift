import CarillonBoard
import CarillonScheduling

/// A block of an outbox's file: some events, and the state of the whole outbox at the time of writing.
///
/// It is text in a slot of fixed size, which is filled with zeros. The checksum is that of the bytes after the first line:
///
///     carillon-outbox 1 CRC-32 LENGTH
///     BLOCK WRITE LAST-EVENT DROPPED CLOCK-OFFSET BOOT-ID
///     1-20 1021-2000
///     1021 press 5731204 button/bell
///
/// The third line has the numbers of all waiting events. Times are in milliseconds.
struct OutboxBlock: Equatable, Sendable {
    /// The size of a slot in bytes: a page of the kernel, and a block of its file systems.
    static let size = 4096
    /// The largest size of the lines with events, which leaves room for the other lines.
    static let room = size - 1024
    /// The number of slots: 256 KiB.
    static let slots = 64
    /// The largest number of ranges of waiting events. Further ones are joined, so that some events may come twice.
    private static let mostRanges = 16
    private static let magic = Array("carillon-outbox ".utf8)
    private static let version = Array("1 ".utf8)

    /// The position among all blocks. A block that is written again with more events keeps it.
    var number: Int
    /// The position among all writes: of several copies of a block, the one with the greatest is the newest.
    var write: Int
    /// The number of the last event that existed, and that of dropped events.
    var last: Int
    var dropped: Int
    var clock: OutboxClock
    /// The numbers of the events that the broker has not acknowledged, in all blocks.
    var waiting: [ClosedRange<Int>]
    /// The events of this block.
    var lines: [UInt8] = []

    /// Returns the line of an event.
    static func line(_ event: Outbox.Event) -> [UInt8] {
        Array("\(event.number) \(event.type) \(event.time.milliseconds) \(event.topic)\n".utf8)
    }

    /// The bytes of the slot.
    var bytes: [UInt8] {
        var body = Array(
            "\(number) \(write) \(last) \(dropped) \(clock.offset.milliseconds) \(clock.boot)\n".utf8)
        body += "\(Self.joined(waiting).map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " "))\n".utf8
        body += lines
        let checksum = String(Self.checksum(body[...]), radix: 16)
        let bytes = Self.magic + Self.version + Array("\(checksum) \(body.count)\n".utf8) + body
        return bytes + [UInt8](repeating: 0, count: Self.size - bytes.count)
    }

    private static func joined(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
        guard ranges.count > mostRanges else { return ranges }
        return ranges.prefix(mostRanges - 1) + [ranges[mostRanges - 1].lowerBound...ranges[ranges.count - 1].upperBound]
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var checksum = CRC32()
        checksum.add(bytes)
        return checksum.value
    }
}

extension OutboxBlock {
    /// Reads a slot; nil if it has no whole block.
    init?(_ slot: ArraySlice<UInt8>) {
        guard slot.starts(with: Self.magic + Self.version), let end = slot.firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        let first = String(decoding: slot[..<end], as: UTF8.self).split(separator: " ")
        guard first.count == 4, let checksum = UInt32(first[2], radix: 16), let length = Int(first[3]), length >= 0
        else { return nil }
        let body = slot[(end + 1)...].prefix(length)
        guard body.count == length, Self.checksum(body) == checksum else { return nil }
        let parts = body.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let words = String(decoding: parts[0], as: UTF8.self).split(separator: " ")
        let numbers = words.prefix(5).compactMap { Int($0) }
        guard words.count == 6, numbers.count == 5 else { return nil }
        (number, write, last, dropped) = (numbers[0], numbers[1], numbers[2], numbers[3])
        clock = OutboxClock(boot: String(words[5]), offset: .milliseconds(numbers[4]))
        waiting = String(decoding: parts[1], as: UTF8.self).split(separator: " ").compactMap { range in
            let ends = range.split(separator: "-").compactMap { Int($0) }
            return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
        }
        lines = Array(parts[2])
    }

    /// The events of this block.
    var events: [Outbox.Event] {
        lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 3)
            guard words.count == 4, let number = Int(words[0]), let time = Int(words[2]),
                let type = FleetEntry.eventTypes.first(where: { $0 == words[1] })
            else { return nil }
            return Outbox.Event(topic: String(words[3]), type: type, number: number, time: .milliseconds(time))
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
