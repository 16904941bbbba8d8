import CarillonBoard

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The values of events in a session: JSON, if the type of the events is `Codable`.
package enum EventValue {
    /// Returns the JSON text of an event; empty if the event has none.
    package static func encode(_ event: Any) -> [UInt8] {
        guard event is any Decodable, let event = event as? any Encodable else { return [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dataEncodingStrategy = .deferredToData
        return (try? encoder.encode(event)).map { Array($0) } ?? []
    }

    /// Returns the event of a JSON text; nil if the type of the events has changed, or is not `Codable`.
    package static func decode(_ text: [UInt8], as event: Any.Type) -> Any? {
        guard !text.isEmpty, let event = event as? any Decodable.Type else { return nil }
        let decoder = JSONDecoder()
        decoder.dataDecodingStrategy = .deferredToData
        return try? decoder.decode(event, fromOutside: text)
    }
}
