import CarillonScheduling

/// The work of a loop for one event, as text.
package struct StoryLine: Equatable, Sendable {
    /// The time of the event on the queue's clock.
    package let time: Duration
    /// `7 increment -> 8, then playSound`: the number of the event, the event, the model after it, and the effects.
    package let text: String
    /// The text before the model.
    package static let arrow = " -> "
    /// The text before the effects.
    package static let then = ", then "

    package init(time: Duration, text: String) { (self.time, self.text) = (time, text) }
}

/// Writes the story as text: in each line the nanoseconds since the block's start, a space, and what happened.
package struct StoryEncoder: SessionBlockEncoder {
    /// The maximum length of a line in bytes, so that a large model does not fill a block alone.
    private static let longest = 1000

    package private(set) var bytes: [UInt8] = []
    private let start: Duration

    package init(start: Duration) { self.start = start }

    package mutating func append(_ line: StoryLine) {
        let text = line.text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        bytes += "\((line.time - start).wholeNanoseconds) ".utf8
        bytes += text.count > Self.longest ? text.prefix(Self.longest) + Array("…".utf8) : text
        bytes.append(UInt8(ascii: "\n"))
    }
}

extension SessionBlock {
    /// The lines of a story's block.
    package var storyLines: [StoryLine] {
        payload.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let passed = Int64(String(decoding: parts[0], as: UTF8.self)) else { return nil }
            return StoryLine(time: start + .nanoseconds(passed), text: String(decoding: parts[1], as: UTF8.self))
        }
    }
}
