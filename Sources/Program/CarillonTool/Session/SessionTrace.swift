import CarillonBoard
import CarillonGPIO
import CarillonScheduling
import CarillonSession
import FoundationEssentials

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

    /// The trace as JSON.
    func json() throws -> String {
        var events = names + slices
        for entry in session.entries where entry.changedLine == nil {
            events.append(moment(entry.text(lines), Track.inputs, entry.time))
        }
        events += session.eventLog.map { moment($0.text, Track.events, $0.time) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Trace(traceEvents: events)), as: UTF8.self)
    }

    private var names: [TraceEvent] {
        func named(_ kind: String, _ track: Int, _ name: String) -> TraceEvent {
            TraceEvent(ph: "M", name: kind, tid: track, args: ["name": name])
        }
        return [
            named("process_name", 0, session.header?.program ?? "session \(session.number)"),
            named("thread_name", Track.events, "events"), named("thread_name", Track.inputs, "other inputs"),
        ] + lines.enumerated().map { named("thread_name", Track.line($0), $1) }
    }

    /// A slice from each edge to the active level to the next edge to the inactive one.
    private var slices: [TraceEvent] {
        var slices: [TraceEvent] = []
        var active: [Int: Duration] = [:]
        func end(_ line: Int, at time: Duration) {
            guard let began = active.removeValue(forKey: line) else { return }
            slices.append(
                TraceEvent(
                    ph: "X", name: "active", tid: Track.line(line), ts: (began - start).microseconds,
                    dur: max(.zero, time - began).microseconds))
        }
        for entry in session.entries {
            guard let (line, level, time) = entry.changedLine else { continue }
            if level == .active, active[line] == nil { active[line] = time }
            if level != .active { end(line, at: time) }
        }
        for line in active.keys.sorted() { end(line, at: session.entries.last?.time ?? start) }
        return slices
    }

    private func moment(_ name: String, _ track: Int, _ time: Duration) -> TraceEvent {
        TraceEvent(ph: "i", name: name, tid: track, ts: (time - start).microseconds, s: "t")
    }
}

/// A file of the format.
private struct Trace: Encodable {
    var displayTimeUnit = "ms"
    let traceEvents: [TraceEvent]
}

/// An event, in the format's words.
private struct TraceEvent: Encodable {
    let ph: String
    let name: String
    var pid = 1
    let tid: Int
    var ts: Double?
    var dur: Double?
    var s: String?
    var args: [String: String]?
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
