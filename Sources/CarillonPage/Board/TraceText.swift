import CarillonBoard

/// A history in the Trace Event Format, which Perfetto and Chromium open. Its times are in microseconds.
enum TraceText {
    static func write(_ copies: [HistoryCopy]) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("traceEvents")
            json.array { json in
                for thread in [TraceThread.loop, .waiting] { json.name(of: thread) }
                for copy in copies {
                    for entry in copy.entries() { json.trace(entry) }
                }
            }
        }
        return json.bytes
    }
}

/// The rows of the trace. The format requires numbers, and has events for their names.
private enum TraceThread: Int {
    case loop = 1
    case waiting
}

extension JSONText {
    fileprivate mutating func name(of thread: TraceThread) {
        object { json in
            json.place("thread_name", phase: "M", thread)
            json.key("args")
            json.object { json in
                json.key("name")
                json.string("\(thread)")
            }
        }
    }

    private mutating func place(_ name: String, phase: String, _ thread: TraceThread) {
        for (key, text) in [("name", name), ("ph", phase)] {
            self.key(key)
            string(text)
        }
        for (key, number) in [("pid", 1), ("tid", thread.rawValue)] {
            self.key(key)
            self.number(number)
        }
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
            json.place(name, phase: "X", thread)
            for (key, time) in [("ts", began), ("dur", ended - began)] {
                json.key(key)
                json.number(Double(time.wholeNanoseconds) / 1000)
            }
        }
    }
}
