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

    private let board: [UInt8]
    /// Different in each run of the program.
    private let run = UInt32.random(in: .min ... .max)
    /// Incremented whenever something has changed that is not an event.
    private var version = 0
    private var count = 0
    private var first = 0
    private var now = Duration.zero
    private var devices: [UInt8] = Array("{}".utf8)
    private var sounds = 0
    private var newestSounds: [SoundName] = []
    private var isHeld = false
    private var commands = 0
    private var rows: [(number: Int, json: [UInt8])] = []
    private var timing = LoopFigures()
    private var isReady = false

    /// - Parameter board: The description of the board.
    init(board: [UInt8]) {
        self.board = board
    }

    var wanted: Wanted { Wanted(count: count) }

    /// Takes over the newest state.
    mutating func take(
        _ snapshot: DeviceLog.Snapshot, of features: [BoardFeature], rows copy: HistoryCopy, isHeld: Bool,
        now: Duration,
        commands: Int
    ) {
        var json = JSONText()
        json.devices(features, snapshot.values.map { ($0.value, $0.share) })
        let isSame = json.bytes == devices && snapshot.sounds == sounds && isHeld == self.isHeld
        if !isSame || commands != self.commands || !isReady { version += 1 }
        self.commands = commands
        (devices, sounds, newestSounds) = (json.bytes, snapshot.sounds, snapshot.newestSounds)
        (self.isHeld, self.now, isReady) = (isHeld, now, true)
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
        guard isReady else { return nil }
        let numbers = (seen ?? "").split(separator: ".").compactMap { Int($0) }
        let isKnown = numbers.count == 3 && numbers[0] == run
        let (seenCount, seenVersion) = isKnown ? (numbers[1], numbers[2]) : (0, -1)
        guard seenCount != count || seenVersion != version else { return nil }
        var json = JSONText()
        json.object { json in
            if !isKnown {
                json.key("board")
                json.raw(board)
            }
            json.key("seen")
            json.string("\(run).\(count).\(version)")
            json.key("now")
            json.number(Int(now.wholeNanoseconds))
            json.key("count")
            json.number(count)
            json.key("first")
            json.number(first)
            json.key("paused")
            json.bool(isHeld)
            json.key("devices")
            json.raw(devices)
            json.key("sounds")
            json.number(sounds)
            json.key("last")
            json.array { json in for name in newestSounds { json.string("\(name)") } }
            json.key("commands")
            json.number(commands)
            json.key("rows")
            json.array { json in for row in rows where row.number >= seenCount { json.raw(row.json) } }
            json.key("timing")
            timing.write(into: &json)
        }
        return json.bytes
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
                json.key(name)
                json.array { json in
                    for percentile in [50.0, 99, 100] {
                        json.number(Int(times.value(atPercentile: percentile)?.wholeNanoseconds ?? 0))
                    }
                }
            }
        }
    }
}

extension JSONText {
    /// Writes the values of all features: `{"led red": {"": 1}}`.
    mutating func devices(_ features: [BoardFeature], _ values: [(value: Feature.Value, share: Double?)]) {
        object { json in
            var places = features.indices[...]
            while let first = places.first {
                let ofDevice = places.prefix { features[$0].owner === features[first].owner }
                places = places.dropFirst(ofDevice.count)
                json.key(features[first].key)
                json.object { json in
                    for place in ofDevice {
                        json.key(features[place].name)
                        json.value(values[place].value, share: values[place].share)
                    }
                }
            }
        }
    }

    /// Returns an event in one line, for the list of events.
    static func row(_ entry: HistoryEntry) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("n")
            json.number(entry.number)
            json.key("event")
            json.string(entry.event.map { ValueNode.text($0) } ?? "start")
            json.key("model")
            json.string(ValueNode.text(entry.after ?? entry.before))
            json.key("changed")
            json.bool(entry.after != nil)
            json.key("effects")
            json.array { json in for effect in entry.effects.prefix(8) { json.string(ValueNode.text(effect)) } }
            json.moments(entry.moments)
        }
        return json.bytes
    }

    /// Writes the times of an event, in nanoseconds on the clock of the board's queue.
    mutating func moments(_ moments: EventMoments) {
        for (name, time) in [
            ("happened", moments.happened), ("began", moments.began), ("updated", moments.updated),
            ("ended", moments.ended),
        ] {
            key(name)
            number(Int(time.wholeNanoseconds))
        }
    }
}
