import CarillonBoard
import CarillonDevices
import CarillonScheduling

/// The newest state of a board as JSON, for browsers that have seen different earlier states.
struct StateWriter {
    /// The rows that a browser gets with a state. It asks for earlier ones.
    private static let mostRows = 60

    /// The rows to copy next.
    struct Wanted: Sendable {
        fileprivate let count: Int

        /// Returns the numbers of the rows, given the number of events so far.
        func rows(of newCount: Int) -> Range<Int> { max(count, newCount - mostRows)..<max(count, newCount) }
    }

    /// The part of a state that is not events.
    private struct News: Equatable {
        let devices: [UInt8]
        let sounds: Int
        let isHeld: Bool
        let commands: Int
    }

    /// The description of the board.
    private var board: [UInt8] = []
    /// Different in each run of the program.
    private let run = UInt32.random(in: .min ... .max)
    /// nil before the first state.
    private var news: News?
    /// The number of different news so far.
    private var version = 0
    private var count = 0
    private var first = 0
    private var now = Duration.zero
    private var newestSounds: [SoundName] = []
    private var rows: [(number: Int, json: [UInt8])] = []
    private let timing = LoopFigures()

    var wanted: Wanted { Wanted(count: count) }

    /// Takes over the newest state.
    ///
    /// - Parameter board: The description of the board; nil if it has not changed.
    mutating func take(
        _ snapshot: DeviceLog.Snapshot, of features: [BoardFeature], rows copy: HistoryCopy, isHeld: Bool,
        now: Duration, commands: Int, board new: [UInt8]?
    ) {
        if let new { board = new }
        var json = JSONText()
        json.devices(features, snapshot.values)
        let newest = News(devices: json.bytes, sounds: snapshot.sounds, isHeld: isHeld, commands: commands)
        if newest != news { version += 1 }
        (news, newestSounds, self.now) = (newest, snapshot.newestSounds, now)
        (count, first) = (copy.count, copy.first)
        for entry in copy.entries() {
            timing.count(entry.moments)
            rows.append((entry.number, JSONText.row(entry)))
        }
        rows.removeFirst(max(0, rows.count - Self.mostRows))
    }

    /// Returns the state for a browser; nil if it has seen the newest one.
    ///
    /// - Parameter seen: The `seen` of the browser's last state; nil if it has none.
    func state(after seen: String?) -> [UInt8]? {
        guard let news else { return nil }
        let numbers = (seen ?? "").split(separator: ".").compactMap { Int($0) }
        let isKnown = numbers.count == 3 && numbers[0] == run
        let (seenCount, seenVersion) = isKnown ? (numbers[1], numbers[2]) : (0, -1)
        guard seenCount != count || seenVersion != version else { return nil }
        return JSONText.object { json in
            if !isKnown {
                json.key("board")
                json.raw(board)
            }
            json.field("seen", "\(run).\(count).\(version)")
            json.field("now", now)
            json.field("count", count)
            json.field("first", first)
            json.field("paused", news.isHeld)
            json.key("devices")
            json.raw(news.devices)
            json.field("sounds", news.sounds)
            json.field("last", newestSounds.map(\.description))
            json.field("commands", news.commands)
            json.array("rows") { json in for row in rows where row.number >= seenCount { json.raw(row.json) } }
            json.key("timing")
            timing.write(into: &json)
        }
    }
}

/// The times of the events that browsers have been shown.
struct LoopFigures {
    private let waiting = LatencyHistogram()
    private let processing = LatencyHistogram()

    func count(_ moments: EventMoments) {
        waiting.record(moments.began - moments.happened)
        processing.record(moments.ended - moments.began)
    }

    /// Writes the median, the 99th percentile and the maximum of each, in nanoseconds.
    func write(into json: inout JSONText) {
        json.object { json in
            for (name, times) in [("waiting", waiting), ("processing", processing)] where times.count > 0 {
                json.field(name, [50.0, 99, 100].map { times.value(atPercentile: $0) ?? .zero })
            }
        }
    }
}

extension JSONText {
    /// Writes the values of all features: `{"led red": {"": 1}}`.
    mutating func devices(_ features: [BoardFeature], _ values: [(value: Feature.Value, share: Double?)]) {
        object { json in
            var rest = features.indices[...]
            while let first = rest.first {
                let ofDevice = rest.prefix { features[$0].owner === features[first].owner }
                rest = rest.dropFirst(ofDevice.count)
                json.object(features[first].key) { json in
                    for index in ofDevice {
                        json.key(features[index].name)
                        json.value(values[index].value, share: values[index].share)
                    }
                }
            }
        }
    }

    /// Returns an event in one line, for the list of events.
    static func row(_ entry: HistoryEntry) -> [UInt8] {
        return JSONText.object { json in
            json.field("n", entry.number)
            json.field("event", entry.event.map { ValueNode.text($0) } ?? "start")
            json.field("model", ValueNode.text(entry.after ?? entry.before))
            json.field("changed", entry.after != nil)
            json.field("effects", entry.effects.prefix(8).map { ValueNode.text($0) })
            json.moments(entry.moments)
        }
    }

    /// Writes the times of an event, in nanoseconds on the clock of the board's queue.
    mutating func moments(_ moments: EventMoments) {
        field("happened", moments.happened)
        field("began", moments.began)
        field("updated", moments.updated)
        field("ended", moments.ended)
    }
}
