import CarillonBoard
import CarillonGPIO
import CarillonScheduling
import CarillonSession

/// A session in the Trace Event Format, which Perfetto and Chromium open.
///
/// Each input line has a track with a slice for each time that it was active. The other inputs and the events are
/// moments on tracks of their own. Times are in microseconds since the start.
struct SessionTrace {
    /// The number of a track.
    private enum Track {
        static let events = 1
        static let inputs = 2
        static func line(_ number: Int) -> Int { 3 + number }
    }

    private let session: StoredSession
    private let start: Duration
    private let lines: [String]

    init(_ session: StoredSession) {
        self.session = session
        start = session.header?.start ?? session.entries.first?.time ?? .zero
        lines = session.header?.inputs ?? []
    }

    var json: String {
        var json = JSONText()
        json.object { json in
            json.key("displayTimeUnit")
            json.string("ms")
            json.key("traceEvents")
            json.array { json in
                writeNames(&json)
                writeLevels(&json)
                for entry in session.entries where entry.changedLine == nil {
                    writeMoment(entry.text(lines), Track.inputs, entry.time, &json)
                }
                for line in session.story { writeMoment(line.text, Track.events, line.time, &json) }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func writeNames(_ json: inout JSONText) {
        let program = session.header?.program ?? "session \(session.number)"
        let tracks =
            [(Track.events, "events"), (Track.inputs, "other inputs")]
            + lines.enumerated().map { (Track.line($0), $1) }
        for (kind, track, name) in [("process_name", 0, program)] + tracks.map({ ("thread_name", $0, $1) }) {
            json.traceEvent("M", kind, track) { json in
                json.key("args")
                json.object { json in
                    json.key("name")
                    json.string(name)
                }
            }
        }
    }

    /// Writes a slice from each edge to the active level to the next edge to the inactive one.
    private func writeLevels(_ json: inout JSONText) {
        var active: [Int: Duration] = [:]
        func end(_ line: Int, at time: Duration, _ json: inout JSONText) {
            guard let began = active.removeValue(forKey: line) else { return }
            json.traceEvent("X", "active", Track.line(line)) { json in
                json.time("ts", began - start)
                json.time("dur", max(.zero, time - began))
            }
        }
        for entry in session.entries {
            guard let (line, level, time) = entry.changedLine else { continue }
            if level == .active, active[line] == nil { active[line] = time }
            if level != .active { end(line, at: time, &json) }
        }
        for line in active.keys.sorted() { end(line, at: session.entries.last?.time ?? start, &json) }
    }

    private func writeMoment(_ name: String, _ track: Int, _ time: Duration, _ json: inout JSONText) {
        json.traceEvent("i", name, track) { json in
            json.key("s")
            json.string("t")
            json.time("ts", time - start)
        }
    }
}

extension Session.Entry {
    /// The line that the input is about, its level, which is nil while it is unknown, and the time of the change.
    fileprivate var changedLine: (line: Int, level: Level?, time: Duration)? {
        switch input {
        case .edge(let line, let level, let time, _): (line, level, time)
        case .reading(let line, _, let level): (line, level, time)
        case .failure(let line, _): (line, nil, time)
        default: nil
        }
    }
}

extension JSONText {
    fileprivate mutating func traceEvent(
        _ phase: String, _ name: String, _ track: Int, _ body: (inout JSONText) -> Void
    ) {
        object { json in
            for (key, text) in [("ph", phase), ("name", name)] {
                json.key(key)
                json.string(text)
            }
            for (key, number) in [("pid", 1), ("tid", track)] {
                json.key(key)
                json.number(number)
            }
            body(&json)
        }
    }

    fileprivate mutating func time(_ key: String, _ time: Duration) {
        self.key(key)
        number(Double(time.wholeNanoseconds) / 1000)
    }
}
