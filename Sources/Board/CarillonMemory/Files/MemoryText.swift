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
///       "crc32" : "5584dadd",
///       "number" : 17,
///       "format" : 1,
///       "model" : 3,
///       "version" : 1
///     }
///
/// The checksum covers all bytes after its line. A text without this line has been edited, and is accepted. Of two texts,
/// the one with the higher number is newer. Blanks at the end make the size a multiple of
/// 256, so that the file can be overwritten without a change of its size.
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
        let number: Int?
    }

    private static let format = 1
    private static let (before, after) = (Array("{\n  \"crc32\" : \"".utf8), Array("\",\n".utf8))
    private static let digits = 8
    private static let unit = 256

    /// Returns the text of a model without number and checksum.
    package static func encode<Model: Encodable>(_ model: Model, version: Int) throws(MemoryFault) -> [UInt8] {
        do {
            return try Array(encoder.encode(Written(format: format, model: model, version: version)))
        } catch {
            throw .unusable(reason(of: error))
        }
    }

    /// Returns a text with a number and a checksum.
    package static func sealed(_ text: [UInt8], number: Int) -> [UInt8] {
        var rest = Array("  \"number\" : \(number),\n".utf8)
        rest += text.dropFirst("{\n".utf8.count)
        rest.append(UInt8(ascii: "\n"))
        let count = before.count + digits + after.count + rest.count + 1
        rest += [UInt8](repeating: UInt8(ascii: " "), count: (unit - count % unit) % unit)
        rest.append(UInt8(ascii: "\n"))
        return before + hexadecimal(CRC32.of(rest)) + after + rest
    }

    /// Returns the number of a whole text; nil for a damaged or an edited one.
    static func number(of text: [UInt8]) -> Int? {
        guard text.starts(with: before), (try? check(text)) != nil else { return nil }
        return (try? decodeJSON(text, as: Head.self))?.number
    }

    /// Whether a text can be that of an interrupted write.
    static func isTorn(_ text: [UInt8]) -> Bool {
        text.starts(with: before) && text.count % unit == 0 && number(of: text) == nil
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
            let written = try encoder.encode(Written(format: format, model: other, version: 1))
            let values = try decoder.decode(JSONTree.self, from: written)
            var tree = try decoder.decode(JSONTree.self, fromOutside: text)
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
            return try decoder.decode(Value.self, fromOutside: text)
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
