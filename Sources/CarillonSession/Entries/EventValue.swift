import CarillonBoard

/// The values of events in a session: JSON, if the type of the events is `Codable`.
package enum EventValue {
    /// Returns the JSON text of an event; empty if the event has none.
    package static func encode(_ event: Any) -> [UInt8] {
        guard event is any Decodable, let event = event as? any Encodable else { return [] }
        let node = JSONNode()
        guard (try? node.encode(event)) != nil else { return [] }
        var text = JSONText()
        node.write(into: &text)
        return text.bytes
    }
}

/// A value while it is being encoded. Foundation's encoder is not used, because a program that links it needs 2 MB more.
private final class JSONNode {
    private enum Content {
        case object([(key: String, node: JSONNode)])
        case array([JSONNode])
        case string(String)
        /// A number, `true`, `false` or `null`.
        case word(String)
    }

    /// Values that JSON does not have: infinity, and no number.
    struct NoJSON: Error {}

    private var content = Content.object([])

    var count: Int { if case .array(let nodes) = content { nodes.count } else { 0 } }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let value as Bool: content = .word("\(value)")
        case let value as String: content = .string(value)
        case let value as any BinaryInteger: content = .word("\(value)")
        case let value as any BinaryFloatingPoint:
            guard Double(value).isFinite else { throw NoJSON() }
            content = .word("\(value)")
        default: try value.encode(to: JSONEncoding(node: self))
        }
    }

    func setNull() { content = .word("null") }

    func beginArray() { if case .array = content {} else { content = .array([]) } }

    func add(_ key: String) -> JSONNode {
        let node = JSONNode()
        if case .object(let nodes) = content { content = .object(nodes + [(key, node)]) }
        return node
    }

    func append() -> JSONNode {
        let node = JSONNode()
        if case .array(let nodes) = content { content = .array(nodes + [node]) }
        return node
    }

    func write(into text: inout JSONText) {
        switch content {
        case .object(let nodes):
            text.object { text in
                for (key, node) in nodes {
                    text.key(key)
                    node.write(into: &text)
                }
            }
        case .array(let nodes): text.array { text in for node in nodes { node.write(into: &text) } }
        case .string(let string): text.string(string)
        case .word(let word): text.raw(Array(word.utf8))
        }
    }
}

/// An encoder that writes one value into a node. It records no paths of keys.
private struct JSONEncoding: Encoder, SingleValueEncodingContainer {
    let node: JSONNode

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONMembers<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginArray()
        return JSONElements(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
    func encodeNil() { node.setNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try node.encode(value) }
}

/// The members of an object.
private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { node.add(key.stringValue).setNull() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try node.add(key.stringValue).encode(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONEncoding(node: node.add("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { JSONEncoding(node: node.add(key.stringValue)) }
}

/// The elements of an array.
private struct JSONElements: UnkeyedEncodingContainer {
    let node: JSONNode

    var codingPath: [any CodingKey] { [] }
    var count: Int { node.count }

    func encodeNil() { node.append().setNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try node.append().encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        superEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { JSONEncoding(node: node.append()) }
}
