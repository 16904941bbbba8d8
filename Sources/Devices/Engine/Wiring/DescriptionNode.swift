import CLibrary

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
    /// The mistakes in the form of this value, such as a second entry of a name, which has been left out.
    package let faults: [DescriptionError]

    package init(content: Content, position: SourcePosition, faults: [DescriptionError] = []) {
        self.content = content
        self.position = position
        self.faults = faults
    }

    /// The mistakes in the form of this value and of all values in it.
    package var allFaults: [DescriptionError] {
        switch content {
        case .scalar: faults
        case .sequence(let items): faults + items.flatMap(\.allFaults)
        case .mapping(let entries): faults + entries.flatMap(\.value.allFaults)
        }
    }

    package func error(_ message: String) -> DescriptionError {
        DescriptionError(position: position, message: message)
    }

    package var string: String {
        get throws(DescriptionError) {
            guard case .scalar(let text) = content else { throw error("expected text, found \(kind)") }
            guard !text.isEmpty else { throw error("expected text, found nothing") }
            if let problem = WiringText.problem(of: text) { throw error(problem) }
            return text
        }
    }

    /// The text, if it can be a name.
    package var name: String {
        get throws(DescriptionError) {
            let text = try string
            if let problem = WiringText.problem(ofName: text) { throw error(problem) }
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

    /// Returns the values of a mapping whose keys are among `keys`.
    ///
    /// - Throws: The first mistake in the keys.
    package func fields(_ keys: [String]) throws(DescriptionError) -> [String: DescriptionNode] {
        var faults = Faults()
        let fields = fields(keys, faults: &faults)
        guard faults.isEmpty else { throw faults.first }
        return fields
    }

    /// Returns the values of a mapping whose keys are among `keys`, and adds all mistakes in its keys to `faults`.
    ///
    /// - Parameters:
    ///   - others: The keys that others read, for suggestions.
    ///   - required: The required keys, each with an example of its value.
    package func fields(
        _ keys: [String], besides others: [String] = [], required: [(key: String, example: String)] = [],
        faults: inout Faults
    ) -> [String: DescriptionNode] {
        guard let entries = faults.attempt(try entries) else { return [:] }
        var fields: [String: DescriptionNode] = [:]
        for (key, value) in entries {
            guard let name = faults.attempt(try key.string) else { continue }
            if keys.contains(name) {
                fields[name] = value
            } else {
                let meant = Suggestion.nearestOrAll(to: name, among: keys + others)
                faults.add(key.error("unknown key \"\(name)\"; \(meant)"))
            }
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
            throw error("invalid value \"\(text)\"; \(Suggestion.nearestOrAll(to: text, among: names))")
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
        case .scalar(let text): "\"\(text.printable)\""
        case .sequence: "a list"
        case .mapping: "`name: value`"
        }
    }
}
