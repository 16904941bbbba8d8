import CarillonSession

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EventValue {
    /// Returns the event of a JSON text; nil if the type of the events has changed, or is not `Codable`.
    package static func decode(_ text: [UInt8], as event: Any.Type) -> Any? {
        guard !text.isEmpty, let event = event as? any Decodable.Type else { return nil }
        let decoder = JSONDecoder()
        decoder.dataDecodingStrategy = .deferredToData
        return try? decoder.decode(event, from: Data(text))
    }
}
