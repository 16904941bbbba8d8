/// A JSON value, whose parts can be read and replaced.
enum JSONTree: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// An integer beyond `Int64`.
    case natural(UInt64)
    case number(Double)
    case text(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// The value at the end of a path of keys and indices; nil if there is none.
    subscript(path: ArraySlice<any CodingKey>) -> JSONTree? {
        get {
            guard let key = path.first else { return self }
            return switch self {
            case .object(let members): members[key.stringValue]?[path.dropFirst()]
            case .array(let items):
                key.intValue.flatMap { items.indices.contains($0) ? items[$0] : nil }?[path.dropFirst()]
            default: nil
            }
        }
        set {
            guard let key = path.first else {
                self = newValue ?? .null
                return
            }
            let rest = path.dropFirst()
            switch self {
            case .object(var members):
                if rest.isEmpty {
                    members[key.stringValue] = newValue
                } else {
                    members[key.stringValue]?[rest] = newValue
                }
                self = .object(members)
            case .array(var items):
                guard let index = key.intValue, items.indices.contains(index) else { return }
                items[index][rest] = newValue
                self = .array(items)
            default: break
            }
        }
    }
}

extension JSONTree: Codable {
    init(from decoder: any Decoder) throws {
        if let members = try? [String: JSONTree](from: decoder) {
            self = .object(members)
        } else if let items = try? [JSONTree](from: decoder) {
            self = .array(items)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let integer = try? value.decode(Int64.self) {
                self = .integer(integer)
            } else if let natural = try? value.decode(UInt64.self) {
                self = .natural(natural)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .integer(let integer): try value.encode(integer)
        case .natural(let natural): try value.encode(natural)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .array(let items): try value.encode(items)
        case .object(let members): try value.encode(members)
        }
    }
}
