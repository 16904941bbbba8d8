import CarillonBoard

/// A history in the Trace Event Format, which Perfetto and Chromium open. Its times are in microseconds.
enum TraceText {
    static func write(_ copies: [HistoryCopy]) -> [UInt8] {
        JSONText.object { json in
            json.array("traceEvents") { json in
                for thread in [TraceThread.loop, .waiting] {
                    json.object { json in
                        json.head("thread_name", phase: "M", thread)
                        json.object("args") { $0.field("name", "\(thread)") }
                    }
                }
                for entry in copies.lazy.flatMap({ $0.entries() }) { json.trace(entry) }
            }
        }
    }
}

/// The rows of the trace. The format requires numbers, and has events for their names.
private enum TraceThread: Int {
    case loop = 1
    case waiting
}

extension JSONText {
    fileprivate mutating func head(_ name: String, phase: String, _ thread: TraceThread) {
        field("name", name)
        field("ph", phase)
        field("pid", 1)
        field("tid", thread.rawValue)
    }

    fileprivate mutating func trace(_ entry: HistoryEntry) {
        let moments = entry.moments
        let name = entry.event.map { ValueNode.text($0) } ?? "start"
        span(.waiting, "waiting for \(name)", moments.happened, moments.began)
        span(.loop, name, moments.began, moments.ended)
        span(.loop, "update", moments.began, moments.updated)
        for (effect, time) in zip(entry.effects, moments.effects) {
            span(.loop, ValueNode.text(effect), time.began, time.ended)
        }
    }

    private mutating func span(_ thread: TraceThread, _ name: String, _ began: Duration, _ ended: Duration) {
        object { json in
            json.head(name, phase: "X", thread)
            json.field("ts", Double(began.wholeNanoseconds) / 1000)
            json.field("dur", Double((ended - began).wholeNanoseconds) / 1000)
        }
    }
}
