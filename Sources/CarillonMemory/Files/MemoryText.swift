import CarillonBoard

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The reason why the text of a memory cannot be used.
package enum MemoryFault: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read, is not whole, or has another form.
    case unusable(String)
    /// The model has another version, and the application does not migrate it.
    case version(Int)

    package var description: String {
        switch self {
        case .unusable(let reason): reason
        case .version(let version): "version \(version)"
        }
    }
}

/// The text of a memory: JSON with a checksum in its first line.
///
///     {
///       "crc32" : "19339d83",
///       "format" : 1,
///       "model" : 3,
///       "version" : 1
///     }
///
/// The checksum covers all bytes after its line. A text without this line has been edited, and is accepted.
package enum MemoryText {
    private struct Written<Model: Encodable>: Encodable {
        let format: Int
        let model: Model
        let version: Int
    }

    private struct Body<Model: Decodable>: Decodable {
        let model: Model
    }

    private struct Head: Decodable {
        let format: Int?
        let version: Int?
    }

    private static let format = 1
    private static let (before, after) = (Array("{\n  \"crc32\" : \"".utf8), Array("\",\n".utf8))
    private static let digits = 8

    package static func encode<Model: Encodable>(_ model: Model, version: Int) throws(MemoryFault) -> [UInt8] {
        do {
            let body = try encoder.encode(Written(format: format, model: model, version: version))
            let rest = body.dropFirst("{\n".utf8.count) + Array("\n".utf8)
            return before + hexadecimal(CRC32.of(Array(rest))) + after + rest
        } catch {
            throw .unusable(reason(of: error))
        }
    }

    /// Returns the version of a memory whose text is whole.
    static func version(of text: [UInt8]) throws(MemoryFault) -> Int {
        try check(text)
        let head = try decodeJSON(text, as: Head.self)
        guard head.format ?? format == format else {
            throw .unusable("format \(head.format ?? 0), which is of a later Carillon")
        }
        return head.version ?? 1
    }

    /// Returns the model of a memory.
    static func decode<Model: Decodable>(_ text: [UInt8], as: Model.Type) throws(MemoryFault) -> Model {
        try decodeJSON(text, as: Body<Model>.self).model
    }

    /// Returns the model of a memory in which keys are missing. They have the values of another model.
    ///
    /// Only keys that the decoder requires are filled in: a missing key of an optional property means nil.
    static func decode<Model: Codable>(_ text: [UInt8], filledFrom other: Model) throws(MemoryFault) -> Model {
        do {
            let values = try tree(of: encoder.encode(Written(format: format, model: other, version: 1)))
            var tree = try tree(of: Data(text))
            while true {
                do {
                    return try decoder.decode(Body<Model>.self, from: encoder.encode(tree)).model
                } catch DecodingError.keyNotFound(let key, let context) where !context.codingPath.isEmpty {
                    let path = (context.codingPath + [key])[...]
                    guard tree[path] == nil, let value = values[path] else {
                        throw DecodingError.keyNotFound(key, context)
                    }
                    tree[path] = value
                }
            }
        } catch {
            throw .unusable(reason(of: error))
        }
    }

    private static func tree(of text: Data) throws -> JSONTree { try decoder.decode(JSONTree.self, from: text) }

    private static func check(_ text: [UInt8]) throws(MemoryFault) {
        guard text.starts(with: before) else { return }
        let rest = text.dropFirst(before.count + digits)
        guard rest.starts(with: after),
            text[before.count...].prefix(digits).elementsEqual(
                hexadecimal(CRC32.of(Array(rest.dropFirst(after.count)))))
        else {
            throw .unusable("the contents do not match the checksum")
        }
    }

    private static func hexadecimal(_ number: UInt32) -> [UInt8] {
        let text = String(number, radix: 16)
        return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
    }

    private static func decodeJSON<Value: Decodable>(_ text: [UInt8], as: Value.Type) throws(MemoryFault) -> Value {
        do {
            return try decoder.decode(Value.self, from: Data(text))
        } catch {
            throw .unusable(reason(of: error))
        }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
        return decoder
    }

    /// Returns the reason why a value was not encoded or decoded, with the path of its key.
    private static func reason(of error: any Error) -> String {
        let context: (path: [any CodingKey], text: String)? =
            switch error {
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.dataCorrupted(let context):
                (context.codingPath, context.debugDescription)
            case DecodingError.keyNotFound(let key, let context): (context.codingPath + [key], "missing")
            case EncodingError.invalidValue(_, let context): (context.codingPath, context.debugDescription)
            default: nil
            }
        guard let (path, text) = context else { return "\(error)" }
        guard !path.isEmpty else { return text }
        return "\(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")): \(text)"
    }
}
