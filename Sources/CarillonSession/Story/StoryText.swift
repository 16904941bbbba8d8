/// Descriptions of values that are the same in each process.
///
/// The order of sets and dictionaries differs from process to process. Here they are sorted by their text. Other values
/// read as in string interpolation.
package enum StoryText {
    /// The depth at which the search for sets and dictionaries ends.
    private static let mostLevels = 8

    package static func describe(_ value: Any) -> String {
        hasOrder(value, levels: mostLevels) ? "\(value)" : text(value, levels: mostLevels)
    }

    /// Returns whether a value contains no set and no dictionary.
    private static func hasOrder(_ value: Any, levels: Int) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .set?, .dictionary?: return mirror.children.count < 2
        default: return levels == 0 || mirror.children.allSatisfy { hasOrder($0.value, levels: levels - 1) }
        }
    }

    private static func text(_ value: Any, levels: Int) -> String {
        let mirror = Mirror(reflecting: value)
        guard levels > 0, !mirror.children.isEmpty else { return "\(value)" }
        let parts = mirror.children.map { (label: $0.label, text: text($0.value, levels: levels - 1)) }
        switch mirror.displayStyle {
        case .set?: return "[\(parts.map(\.text).sorted().joined(separator: ", "))]"
        case .dictionary?:
            // Each child is a pair, whose text is in parentheses.
            let pairs = mirror.children.map { child in
                Mirror(reflecting: child.value).children.map { text($0.value, levels: levels - 1) }
                    .joined(separator: ": ")
            }
            return "[\(pairs.sorted().joined(separator: ", "))]"
        case .collection?: return "[\(parts.map(\.text).joined(separator: ", "))]"
        case .optional?: return parts[0].text
        case .enum?: return parts[0].label.map { "\($0)(\(parts[0].text))" } ?? "\(value)"
        case .tuple?: return "(\(parts.map(\.text).joined(separator: ", ")))"
        case .struct? where !(value is any CustomStringConvertible):
            let fields = parts.map { part in "\(part.label ?? "_"): \(part.text)" }
            return "\(mirror.subjectType)(\(fields.joined(separator: ", ")))"
        default: return "\(value)"
        }
    }
}
