import CarillonBoard

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An event of a button as its message: `{"event_type":"press","number":7,"late_ms":0}`.
package struct FleetEvent: Decodable, Equatable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case type = "event_type"
        case number
        case lateness = "late_ms"
    }

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
        JSONText.object { json in
            json.field("event_type", type)
            json.field("number", number)
            json.field("late_ms", lateness)
        }
    }

    /// Reads a payload; nil for any other than that of an event.
    package init?(_ payload: [UInt8]) {
        guard let event = try? JSONDecoder().decode(FleetEvent.self, fromOutside: payload), event.payload == payload
        else { return nil }
        self = event
    }
}
