import CarillonDevices

/// A size in the units of a canvas: letters on a grid, dots on a display of dots.
struct Size: Equatable {
    var width = 0
    var height = 0
}

struct Rectangle: Equatable {
    var x = 0
    var y = 0
    var width = 0
    var height = 0

    /// Whether the middle of another rectangle is inside.
    func contains(_ other: Rectangle) -> Bool {
        (x...x + width).contains(other.x) && (y..<y + max(height, 1)).contains(other.y + other.height / 2)
    }
}

enum Axis { case horizontal, vertical }

/// The horizontal place of the views in a column.
public enum Alignment: Sendable {
    /// At the left.
    case leading
    /// In the middle.
    case center
    /// At the right.
    case trailing
}

/// The properties that views inherit.
struct Style: Equatable {
    var color: Color?
    var fontSize = 1
    var isInverse = false
    /// nil for any number.
    var lineLimit: Int? = 1
}

/// A step on the way from the root of a screen to a view.
enum Step: Hashable {
    case index(Int)
    case id(AnyHashable)
}

/// The use of a control.
enum Action {
    case press(() -> Void)
    /// A press begins and ends the change, and turns change the value meanwhile.
    case adjust(by: (Int) -> Void)
}

/// A view in its simplest form, with all that the layout needs.
struct Element {
    indirect enum Kind {
        case text(String)
        case spacer
        case divider
        /// A share from 0 to 1, and the width in letters; nil for the whole width.
        case bar(Double, width: Int?)
        case picture(Picture, label: String)
        case stack(Axis, spacing: Int, Alignment, [Element])
        /// As wide as the screen if the content has a spacer.
        case control(Control)
        case list(Rows)
    }

    var kind: Kind
    var style = Style()
    var tag: AnyHashable?

    /// The texts of the element, in their order.
    var texts: [String] {
        switch kind {
        case .text(let text): [text]
        case .picture(_, let label): label.isEmpty ? [] : [label]
        case .stack(_, _, _, let elements): elements.flatMap(\.texts)
        case .control(let control): control.content.texts
        case .spacer, .divider, .bar, .list: []
        }
    }

    /// The control that a press of a row presses; nil for a row without controls.
    var firstControl: Control? {
        switch kind {
        case .control(let control): control
        case .stack(_, _, _, let elements): elements.lazy.compactMap(\.firstControl).first
        default: nil
        }
    }
}

/// A control that can have the focus.
struct Control {
    let path: [Step]
    let action: Action
    let label: [Element]
    /// Returns the form in which clients show the control.
    let form: () -> ScreenElement.Form
    /// Returns the function that sets the value that a text stands for; nil if it stands for none.
    let set: (String) -> (() -> Void)?
    /// The visible part, one element. Swift 6.0 does not compile a control that has it directly: an element has a control.
    let contents: [Element]

    var content: Element { contents[0] }
    /// The texts of the label.
    var name: String { label.flatMap(\.texts).joined(separator: " ") }
}

/// The rows of a list. Each row is described when it is visible for the first time.
final class Rows {
    private struct Group {
        let first: Int
        let id: (Int) -> AnyHashable
        let describe: (Int, inout ViewContext) -> Void
        let context: ViewContext
    }

    let path: [Step]
    private(set) var count = 0
    private var groups: [Group] = []
    private var described: [Int: Element] = [:]
    /// The heights that a layout has found. They do not change, because a list keeps its width.
    var heights: [Int: Int] = [:]

    init(path: [Step]) { self.path = path }

    func add(
        _ count: Int, _ context: ViewContext, id: @escaping (Int) -> AnyHashable,
        describe: @escaping (Int, inout ViewContext) -> Void
    ) {
        guard count > 0 else { return }
        groups.append(Group(first: self.count, id: id, describe: describe, context: context))
        self.count += count
    }

    func id(of row: Int) -> AnyHashable {
        let group = group(of: row)
        return group.id(row - group.first)
    }

    subscript(_ row: Int) -> Element {
        if let element = described[row] { return element }
        let group = group(of: row)
        var context = group.context
        (context.elements, context.rows) = ([], nil)
        context.frame.track(context.trackers) { group.describe(row - group.first, &context) }
        let element = context.joined(.leading)
        described[row] = element
        return element
    }

    /// Returns the content of a row. The row itself has the mark of the focus, so a control needs none.
    func content(of row: Int) -> Element {
        if case .control(let control) = self[row].kind { control.content } else { self[row] }
    }

    private func group(of row: Int) -> Group { groups.last { $0.first <= row }! }
}
