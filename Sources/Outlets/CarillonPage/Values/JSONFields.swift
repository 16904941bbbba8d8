import CarillonBoard

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The fields of a JSON object whose values are texts, numbers, true, false or null: the body of a request.
package struct JSONFields {
    /// A value. `null` is left out of the fields.
    package enum Value: Equatable, Decodable {
        case text(String)
        case number(Double)
        case bool(Bool)

        package init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else {
                self = .number(try value.decode(Double.self))
            }
        }
    }

    /// A body that is not such an object.
    package struct Malformed: Error {}

    private let fields: [String: Value?]

    /// Reads an object. Of a key that is there twice, one value is taken.
    package init(_ json: [UInt8]) throws(Malformed) {
        do {
            fields = try JSONDecoder().decode([String: Value?].self, fromOutside: json)
        } catch {
            throw Malformed()
        }
    }

    /// Returns the value of a key; nil if it is missing or null.
    package subscript(key: String) -> Value? { fields[key] ?? nil }

    /// Returns the text of a key; nil if it is missing or something else.
    package func text(_ key: String) -> String? { if case .text(let text) = fields[key] { text } else { nil } }

    /// Returns the number of a key; nil if it is missing or something else.
    package func number(_ key: String) -> Double? { if case .number(let number) = fields[key] { number } else { nil } }
}

extension JSONFields.Value: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .bool(let isOn): isOn ? "on" : "off"
        }
    }
}
