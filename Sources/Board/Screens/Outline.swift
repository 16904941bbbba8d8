import CarillonDevices

/// The elements of a screen as clients show them, and the controls that their names stand for.
struct Outline {
    /// A control, and its place among all controls and rows that can have the focus.
    typealias Target = (control: Control?, ordinal: Int)

    /// The rows of a long list that are listed: a block before and a block after the one with the focus.
    private static let block = 20

    private(set) var elements: [ScreenElement] = []
    private var targets: [String: Target] = [:]
    private var ordinal = 0
    private let focus: Focus

    init(_ root: Element?, focus: Focus, hasBack: Bool) {
        self.focus = focus
        elements = (root.map { listed($0) } ?? []) + (hasBack ? [ScreenElement("", .back)] : [])
    }

    /// Returns the control or the row with a name.
    subscript(_ name: String) -> Target? {
        if let target = targets[name] { return target }
        return focus.ordinal(of: name).map { (focus.control(at: $0), $0) }
    }

    /// Returns the listed control with the longest name that a text begins with, and what follows it after a space.
    func split(_ text: Substring) -> (target: Target, rest: String)? {
        var end = text.endIndex
        while let space = text[..<end].lastIndex(of: " ") {
            let rest = text[text.index(after: space)...]
            if let target = targets[String(text[..<space])] { return (target, String(rest)) }
            end = space
        }
        return nil
    }

    private mutating func listed(_ element: Element) -> [ScreenElement] {
        switch element.kind {
        case .text(let text): return text.isEmpty ? [] : [ScreenElement(text, .text)]
        case .picture(_, let label): return label.isEmpty ? [] : [ScreenElement(label, .text)]
        case .divider: return [ScreenElement("", .divider)]
        case .bar(let share, _): return [ScreenElement("", .bar(min(max(share, 0), 1)))]
        case .spacer: return []
        case .control(let control):
            defer { ordinal += 1 }
            return [listed(control, isFocused: focus.ordinal == ordinal)]
        case .stack(.vertical, _, _, let parts): return parts.flatMap { listed($0) }
        case .stack(.horizontal, _, _, let parts):
            let row = parts.flatMap { listed($0) }
            return row.count > 1 ? [ScreenElement("", .row(row))] : row
        case .list(let rows):
            let first = ordinal
            defer { ordinal = first + rows.count }
            let block = min(max(focus.ordinal - first, 0), rows.count) / Self.block
            let range = max(0, block - 1) * Self.block..<min(rows.count, (block + 2) * Self.block)
            return [ScreenElement("", .list(range.compactMap { listed(row: $0, of: rows, first: first) }))]
        }
    }

    private mutating func listed(row: Int, of rows: Rows, first: Int) -> ScreenElement? {
        // All controls of a row have the place of the row.
        let isFocused = focus.ordinal == first + row
        ordinal = first + row
        let parts = listedParts(rows[row], isFocused: isFocused)
        return parts.count == 1 ? parts[0] : ScreenElement("", .row(parts), isFocused: isFocused)
    }

    private mutating func listedParts(_ element: Element, isFocused: Bool) -> [ScreenElement] {
        switch element.kind {
        case .control(let control): [listed(control, isFocused: isFocused)]
        case .stack(_, _, _, let parts): parts.flatMap { listedParts($0, isFocused: isFocused) }
        case .text(let text): text.isEmpty ? [] : [ScreenElement(text, .text, isFocused: isFocused)]
        case .list: []
        default: listed(element)
        }
    }

    /// Lists a control. The second one of the same name gets a number.
    private mutating func listed(_ control: Control, isFocused: Bool) -> ScreenElement {
        var (name, number) = (control.name, 1)
        while targets[name] != nil {
            number += 1
            name = "\(control.name) (\(number))"
        }
        targets[name] = (control, ordinal)
        return ScreenElement(name, control.form(), isFocused: isFocused)
    }
}
