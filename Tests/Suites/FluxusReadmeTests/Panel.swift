// A replacement for SwiftUI: a panel of text with buttons.

/// Shows one body at a time.
final class Panel {
    private(set) var text: [String] = []
    private var buttons: [Button] = []

    func press(_ label: String) {
        buttons.first { $0.label.string == label }!.action()
    }

    fileprivate func show(_ elements: [any Element]) {
        text = elements.compactMap { ($0 as? Text)?.string }
        buttons = elements.compactMap { $0 as? Button }
    }
}

/// An element of a panel.
protocol Element {}

struct Text: Element {
    enum Color {
        case orange, green
    }

    let string: String

    init(_ string: String) {
        self.string = string
    }

    func color(_ color: Color) -> Text {
        Text("\(string) in \(color)")
    }
}

struct Button: Element {
    let action: () -> Void
    let label: Text

    init(action: @escaping () -> Void, label: () -> Text) {
        self.action = action
        self.label = label()
    }
}

struct VStack {
    private let elements: [any Element]

    init(@Elements _ elements: () -> [any Element]) {
        self.elements = elements()
    }

    func show(on panel: Panel) {
        panel.show(elements)
    }
}

@resultBuilder enum Elements {
    static func buildBlock(_ elements: any Element...) -> [any Element] { elements }
}
