import CarillonScheduling

/// The work of a loop for one event, as texts.
package struct EventLogLine: Equatable, Sendable {
    /// The time of the event on the queue's clock.
    package let time: Duration
    /// The number of the event, from 1; 0 for the start of the loop; nil if a session has lost it.
    package let number: Int?
    /// The event; `start` for the start of the loop.
    package let event: String
    /// The model after the event.
    package let model: String
    /// The effects, with commas between them; empty without any.
    package let effects: String

    package init(time: Duration, number: Int?, event: String, model: String, effects: String = "") {
        (self.time, self.number, self.event, self.model, self.effects) = (time, number, event, model, effects)
    }

    /// `7 increment -> 8, then playSound`.
    package var text: String {
        (number.map { "\($0) " } ?? "") + (event.isEmpty ? "" : "\(event) -> ") + model
            + (effects.isEmpty ? "" : ", then \(effects)")
    }
}

/// Writes the event log as text: in each line the nanoseconds since the block's start, the number of the event, and the event, the
/// model and the effects with a separator between them.
package struct EventLogEncoder: SessionBlockEncoder {
    /// The maximum length of a line in bytes, so that a large model does not fill a block alone.
    private static let longest = 1000

    package private(set) var bytes: [UInt8] = []
    private let start: Duration

    package init(start: Duration) { self.start = start }

    package mutating func append(_ line: EventLogLine) {
        var text = Array((line.number.map { "\($0) " } ?? "").utf8)
        if !line.event.isEmpty { text += EventLogLine.stored(line.event) + [EventLogLine.separator] }
        text += EventLogLine.stored(line.model)
        if !line.effects.isEmpty { text += [EventLogLine.separator] + EventLogLine.stored(line.effects) }
        bytes += "\((line.time - start).wholeNanoseconds) ".utf8
        bytes += text.count > Self.longest ? text.prefix(Self.longest) + Array("…".utf8) : text
        bytes.append(UInt8(ascii: "\n"))
    }
}

extension EventLogLine {
    /// The unit separator of ASCII.
    fileprivate static let separator: UInt8 = 0x1F

    /// Returns a text as a session stores it: on one line.
    package static func stored(_ text: String) -> [UInt8] {
        text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == separator ? UInt8(ascii: " ") : $0 }
    }

    /// - Parameter text: The bytes of a line after its time.
    fileprivate init(time: Duration, stored text: ArraySlice<UInt8>) {
        var fields = text.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let number: Int?
        (number, fields[0]) = Self.numbered(fields[0])
        // An event that has been cut off has no model.
        if fields.count == 1 { fields.insert("", at: 0) }
        self.init(
            time: time, number: number, event: fields[0], model: fields[1], effects: fields.count > 2 ? fields[2] : "")
    }

    private static func numbered(_ text: String) -> (Int?, String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]) else { return (nil, text) }
        return (number, String(parts[1]))
    }
}

extension SessionBlock {
    /// The lines of an event log's block.
    package var eventLogLines: [EventLogLine] {
        payload.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let passed = Int64(String(decoding: parts[0], as: UTF8.self)) else { return nil }
            return EventLogLine(time: start + .nanoseconds(passed), stored: parts[1])
        }
    }
}
