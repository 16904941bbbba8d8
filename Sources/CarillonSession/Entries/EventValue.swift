#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The values of events in a session: JSON, if the type of the events is `Codable`.
enum EventValue {
    /// Returns the bytes of an event; empty if it has none.
    static func encode(_ event: Any) -> [UInt8] {
        guard event is any Decodable, let event = event as? any Encodable else { return [] }
        return (try? JSONEncoder().encode(event)).map { [UInt8]($0) } ?? []
    }

    /// Returns the event of these bytes; nil if the type of the events has changed, or is not `Codable`.
    static func decode(_ bytes: [UInt8], as event: Any.Type) -> Any? {
        guard !bytes.isEmpty, let event = event as? any Decodable.Type else { return nil }
        return try? JSONDecoder().decode(event, from: Data(bytes))
    }
}
