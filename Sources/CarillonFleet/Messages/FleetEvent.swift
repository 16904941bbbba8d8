import CarillonBoard

/// An event of a button as its message: `{"event_type":"press","number":7,"late_ms":0}`.
package struct FleetEvent: Equatable, Sendable {
    /// `press`, `release` and so on.
    package let type: String
    /// The position among the events of the program, from 1.
    package let number: Int
    /// The time from the event to its sending, in milliseconds.
    package let lateness: Int

    init(type: String, number: Int, lateness: Int) {
        (self.type, self.number, self.lateness) = (type, number, lateness)
    }

    var payload: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("event_type")
            json.string(type)
            json.key("number")
            json.number(number)
            json.key("late_ms")
            json.number(lateness)
        }
        return json.bytes
    }

    /// Reads a payload; nil for any other than that of an event.
    package init?(_ payload: [UInt8]) {
        let parts = String(decoding: payload, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: { ":,}".contains($0) })
        guard parts.count >= 6, parts[0] == "{\"event_type\"", let number = Int(parts[3]), let lateness = Int(parts[5])
        else { return nil }
        self.init(type: parts[1].filter { $0 != "\"" }, number: number, lateness: lateness)
        guard self.payload == payload else { return nil }
    }
}
