import CarillonDevices

/// A text on a screen, for a bench.
package struct ScreenText: Equatable, Sendable {
    /// The text as it is shown: a text that does not fit ends with an ellipsis.
    package let text: String
    /// The colour; nil for the surface's own.
    package let color: Color?
}

/// Collects the texts that a layout draws on another canvas, row by row.
final class ReadingCanvas: Canvas {
    private let canvas: any Canvas
    private(set) var items: [(text: ScreenText, place: Rectangle)] = []
    private var mark: (place: Rectangle, isChanging: Bool)?

    init(_ canvas: any Canvas) { self.canvas = canvas }

    var size: Size { canvas.size }
    var margin: (left: Int, right: Int, top: Int) { canvas.margin }
    var divider: Int { canvas.divider }
    var scrollBar: Int { canvas.scrollBar }
    func letter(_ fontSize: Int) -> Size { canvas.letter(fontSize) }
    func size(of picture: Picture, label: String) -> Size { canvas.size(of: picture, label: label) }

    /// The visible texts in their order: those of a row are next to each other.
    var texts: [ScreenText] { sorted.map(\.text) }

    /// The rows of text. The texts of a row are separated by a space. A `>` is before the text with the focus, and a `*` if turns
    /// change its value.
    var rows: [String] {
        var (rows, middle, isMarked): ([String], Int?, Bool) = ([], nil, false)
        for (text, place) in sorted {
            var word = text.text
            if let mark, !isMarked, mark.place.contains(place) {
                word = (mark.isChanging ? "*" : ">") + word
                isMarked = true
            }
            let own = place.y + place.height / 2
            if own == middle { rows[rows.count - 1] += " " + word } else { rows.append(word) }
            middle = own
        }
        return rows
    }

    private var sorted: [(text: ScreenText, place: Rectangle)] {
        items.filter { $0.place.y + $0.place.height > 0 && $0.place.y < size.height && !$0.text.text.isEmpty }
            .sorted { one, other in
                let (top, bottom) = (one.place.y + one.place.height / 2, other.place.y + other.place.height / 2)
                return top == bottom ? one.place.x < other.place.x : top < bottom
            }
    }

    func clear() { items = [] }
    func draw(_ text: String, _ style: Style, in place: Rectangle) {
        items.append((ScreenText(text: text, color: style.color), place))
    }
    func draw(_ picture: Picture, label: String, in place: Rectangle) { draw(label, Style(), in: place) }
    func draw(_ share: Double, bar place: Rectangle) {
        draw("\(Int((min(max(share, 0), 1) * 100).rounded())) %", Style(), in: place)
    }
    func divide(_ place: Rectangle) {}
    func mark(_ place: Rectangle, isChanging: Bool) { mark = (place, isChanging) }
    func scroll(_ place: Rectangle, first: Int, visible: Int, of count: Int) {}
    func present(isOff: Bool) {}
}
