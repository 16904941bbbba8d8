import CarillonBoard

/// Any value as a tree for a reader, written as JSON: `[label, type, text]` or `[label, type, [tree, ...]]`.
///
/// It is made by reflection, so it needs no code of the value's type. Its size is limited: where something is left out,
/// a fourth element is the number of children that are missing.
package struct ValueTree {
    private static let mostChildren = 100
    private static let mostDepth = 12
    private var nodesLeft = 2000

    /// Writes a value, with an empty label.
    package static func write(_ value: Any, into json: inout JSONText) {
        var tree = ValueTree()
        tree.write("", value, depth: 0, into: &json)
    }

    private mutating func write(_ label: String, _ value: Any, depth: Int, into json: inout JSONText) {
        nodesLeft -= 1
        let node = ValueNode(value, mostChildren: Self.mostChildren)
        json.array { json in
            json.string(label)
            json.string(node.caseName.map { "\(node.type).\($0)" } ?? node.type)
            guard node.count > 0, depth < Self.mostDepth, nodesLeft > 0 else {
                json.string(ValueNode.text(value, atMost: 400))
                if node.count > 0 { json.number(node.count) }
                return
            }
            var missing = node.count
            json.array { json in
                for child in node.children where nodesLeft > 0 {
                    write(child.label, child.value, depth: depth + 1, into: &json)
                    missing -= 1
                }
            }
            if missing > 0 { json.number(missing) }
        }
    }
}

/// A value and its parts, by reflection.
struct ValueNode {
    let type: String
    /// The case of an enum with associated values.
    private(set) var caseName: String?
    /// The first parts of the value. Those of sets and dictionaries are sorted by their text, because their own order
    /// differs from run to run.
    private(set) var children: [(label: String, value: Any)] = []
    /// The number of all parts.
    private(set) var count = 0

    /// - Parameter mostChildren: The number of parts to return at most.
    init(_ value: Any, mostChildren: Int) {
        let mirror = Mirror(reflecting: value)
        type = "\(mirror.subjectType)"
        // The structure of these is not for readers.
        if value is any BinaryInteger || value is any BinaryFloatingPoint || value is any StringProtocol
            || value is Duration
        {
            return
        }
        count = mirror.children.count
        let some = mirror.children.prefix(mostChildren)
        switch mirror.displayStyle {
        case .collection: children = some.enumerated().map { ("\($0)", $1.value) }
        case .set: children = some.map { (Self.text($0.value), $0.value) }.sorted { $0.0 < $1.0 }.map { ("", $0.1) }
        case .dictionary:
            children = some.compactMap { child in
                let pair = Mirror(reflecting: child.value).children.map(\.value)
                return pair.count == 2 ? (Self.text(pair[0]), pair[1]) : nil
            }.sorted { $0.label < $1.label }
        case .enum:
            guard let payload = some.first else { return }
            caseName = payload.label
            // Several associated values are a tuple, which has their labels.
            let tuple = Mirror(reflecting: payload.value)
            let isTuple = tuple.displayStyle == .tuple
            children = isTuple ? tuple.children.map { ($0.label ?? "", $0.value) } : [("", payload.value)]
            count = children.count
        default: children = some.map { ($0.label ?? "", $0.value) }
        }
    }

    /// Returns a value as Swift prints it, up to a length. A long value costs no more than a short one, unless its type
    /// prints itself.
    static func text(_ value: Any, atMost limit: Int = 80) -> String {
        var text = ""
        write(value, into: &text, limit: limit)
        return text.utf8.count <= limit ? text : text.prefix(limit) + "…"
    }

    private static func write(_ value: Any, into text: inout String, limit: Int) {
        guard text.utf8.count <= limit else { return }
        if let string = value as? String {
            text += "\"\(string.prefix(limit))\""
            return
        }
        // A collection prints itself, too, as a whole.
        let style = Mirror(reflecting: value).displayStyle
        let isCollection = style == .collection || style == .dictionary || style == .set
        if let own = value as? any CustomStringConvertible, !isCollection {
            text += own.description
            return
        }
        let node = ValueNode(value, mostChildren: limit / 2)
        guard node.count > 0 else {
            text += isCollection ? "[]" : "\(value)"
            return
        }
        if style == .optional { return write(node.children[0].value, into: &text, limit: limit) }
        text += isCollection ? "[" : (node.caseName ?? (style == .tuple ? "" : node.type)) + "("
        for (index, child) in node.children.enumerated() where text.utf8.count <= limit {
            if index > 0 { text += ", " }
            let isLabelled =
                style != .collection && style != .set && !child.label.isEmpty && !child.label.hasPrefix(".")
            if isLabelled { text += "\(child.label): " }
            write(child.value, into: &text, limit: limit)
        }
        if node.count > node.children.count { text += ", …" }
        text += isCollection ? "]" : ")"
    }
}
