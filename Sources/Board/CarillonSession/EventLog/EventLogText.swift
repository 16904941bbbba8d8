/// Descriptions of values that are the same in each process.
///
/// The order of sets and dictionaries differs from process to process. Here they are sorted by their text. Other values
/// read as in string interpolation.
package enum EventLogText {
    /// The depth at which the search for sets and dictionaries ends.
    private static let mostLevels = 8

    /// - Parameter withTimes: Whether to show values of `Duration`, which differ from run to run on other boards.
    package static func describe(_ value: Any, withTimes: Bool = true) -> String {
        isPlain(value, withTimes, levels: mostLevels) ? "\(value)" : text(value, withTimes, levels: mostLevels)
    }

    /// Returns whether a value contains no set and no dictionary, and no time if these are left out.
    private static func isPlain(_ value: Any, _ withTimes: Bool, levels: Int) -> Bool {
        if value is Duration { return withTimes }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .set?, .dictionary?: return mirror.children.count < 2 && withTimes
        default:
            return levels == 0 || mirror.children.allSatisfy { isPlain($0.value, withTimes, levels: levels - 1) }
        }
    }

    private static func text(_ value: Any, _ withTimes: Bool, levels: Int) -> String {
        if value is Duration, !withTimes { return "" }
        let mirror = Mirror(reflecting: value)
        guard levels > 0, !mirror.children.isEmpty else { return "\(value)" }
        let parts = mirror.children.map { (label: $0.label, text: text($0.value, withTimes, levels: levels - 1)) }
        switch mirror.displayStyle {
        case .set?: return "[\(parts.map(\.text).sorted().joined(separator: ", "))]"
        case .dictionary?:
            // Each child is a pair, whose text is in parentheses.
            let pairs = mirror.children.map { child in
                Mirror(reflecting: child.value).children.map { text($0.value, withTimes, levels: levels - 1) }
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
