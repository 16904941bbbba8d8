/// A value of a YAML file, with its position there.
///
/// Readers of boards and wirings use the accessors. Each accessor throws a `DescriptionError` at the value's position
/// if the value has another form.
package final class DescriptionNode: Sendable {
    /// A function that reads a file and returns its value.
    package typealias Reader = (_ path: String) throws(DescriptionError) -> DescriptionNode

    package enum Content: Sendable {
        case scalar(String)
        case sequence([DescriptionNode])
        /// The entries in the order of the file. Each key is unique.
        case mapping([(key: DescriptionNode, value: DescriptionNode)])
    }

    package let content: Content
    package let position: SourcePosition

    package init(content: Content, position: SourcePosition) {
        self.content = content
        self.position = position
    }

    package func error(_ message: String) -> DescriptionError {
        DescriptionError(position: position, message: message)
    }

    package var string: String {
        get throws(DescriptionError) {
            guard case .scalar(let text) = content else { throw error("expected text, found \(kind)") }
            guard !text.isEmpty else { throw error("expected text, found nothing") }
            return text
        }
    }

    /// The texts of a list, or a single text as a list of one.
    package var strings: [String] {
        get throws(DescriptionError) {
            guard case .sequence(let items) = content else { return [try string] }
            guard !items.isEmpty else { throw error("expected text or a list of texts, found an empty list") }
            return try items.map { (item) throws(DescriptionError) in try item.string }
        }
    }

    /// The values of a list.
    package var items: [DescriptionNode] {
        get throws(DescriptionError) {
            guard case .sequence(let items) = content, !items.isEmpty else {
                throw error("expected a list, such as [bit0, bit1], found \(kind)")
            }
            return items
        }
    }

    /// The entries of a mapping whose keys are names chosen by the file's author.
    package var entries: [(key: DescriptionNode, value: DescriptionNode)] {
        get throws(DescriptionError) {
            guard case .mapping(let entries) = content else { throw error("expected `name: value`, found \(kind)") }
            return entries
        }
    }

    /// Returns the values of a mapping whose keys are among `keys`, or earlier names of them.
    package func fields(_ keys: [String]) throws(DescriptionError) -> [String: DescriptionNode] {
        var fields: [String: DescriptionNode] = [:]
        for (key, value) in try entries {
            var name = try key.string
            if let current = Self.currentKeys[name], keys.contains(current) { name = current }
            guard keys.contains(name) else {
                throw key.error("unknown key \"\(name)\"; expected one of: \(keys.joined(separator: ", "))")
            }
            guard fields.updateValue(value, forKey: name) == nil else {
                throw key.error("duplicate key \"\(name)\", once under its earlier name; remove one of them")
            }
        }
        return fields
    }

    /// The present names of keys that wirings had before.
    private static let currentKeys = ["click-pause": "multi-click-interval", "quiet": "inactivity-timeout"]

    /// Returns the values of a mapping whose keys are among `keys`, and adds all mistakes in its keys to `faults`.
    ///
    /// - Parameter required: The required keys, each with an example of its value.
    package func fields(
        _ keys: [String], required: [(key: String, example: String)], faults: inout Faults
    ) -> [String: DescriptionNode] {
        guard let entries = faults.attempt(try entries) else { return [:] }
        var fields: [String: DescriptionNode] = [:]
        for (key, value) in entries {
            let field = DescriptionNode(content: .mapping([(key, value)]), position: position)
            let known = faults.attempt(try field.fields(keys))
            fields.merge(known ?? [:]) { $1 }
        }
        for (key, example) in required where fields[key] == nil {
            faults.add(error("missing key \"\(key)\"; for example, \(key): \(example)"))
        }
        return fields
    }

    /// Returns the one of `values` that has this node's text as its name.
    package func choice<Value>(_ values: [(name: String, value: Value)]) throws(DescriptionError) -> Value {
        values[try place(among: values.map(\.name))].value
    }

    private func place(among names: [String]) throws(DescriptionError) -> Int {
        let text = try string
        guard let place = names.firstIndex(of: text) else {
            throw error("invalid value \"\(text)\"; expected one of: \(names.joined(separator: ", "))")
        }
        return place
    }

    /// The time that the text contains, such as `5 ms` or `1.5 min`.
    package var duration: Duration {
        get throws(DescriptionError) {
            let text = try string
            guard let time = Duration(notation: text) else {
                throw error("invalid time \"\(text)\"; write a number and its unit (us, ms, s, min or h), such as 5 ms")
            }
            return time
        }
    }

    private var kind: String {
        switch content {
        case .scalar(""): "nothing"
        case .scalar(let text): "\"\(text)\""
        case .sequence: "a list"
        case .mapping: "`name: value`"
        }
    }
}
