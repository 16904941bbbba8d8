import CarillonBoard

/// A history in the Trace Event Format, which Perfetto and Chromium open. Its times are in microseconds.
enum TraceText {
    static func write(_ copies: [HistoryCopy]) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("traceEvents")
            json.array { json in
                for copy in copies {
                    for entry in copy.entries() { json.trace(entry) }
                }
            }
        }
        return json.bytes
    }
}

extension JSONText {
    fileprivate mutating func trace(_ entry: HistoryEntry) {
        let moments = entry.moments
        let name = entry.event.map { ValueNode.text($0) } ?? "start"
        span("waiting", "waiting for \(name)", moments.happened, moments.began)
        span("loop", name, moments.began, moments.ended)
        span("loop", "update", moments.began, moments.updated)
        for (effect, time) in zip(entry.effects, moments.effects) {
            span("loop", ValueNode.text(effect), time.began, time.ended)
        }
    }

    private mutating func span(_ thread: String, _ name: String, _ began: Duration, _ ended: Duration) {
        object { json in
            for (key, text) in [("name", name), ("ph", "X"), ("pid", "program"), ("tid", thread)] {
                json.key(key)
                json.string(text)
            }
            for (key, time) in [("ts", began), ("dur", ended - began)] {
                json.key(key)
                json.number(Double(time.wholeNanoseconds) / 1000)
            }
        }
    }
}
