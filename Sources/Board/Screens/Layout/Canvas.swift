import CarillonDevices

/// The surface that a layout is drawn on. Its unit is a letter or a dot.
protocol Canvas: AnyObject {
    var size: Size { get }
    /// The space around a control: at its left and right, and above it.
    var margin: (left: Int, right: Int, top: Int) { get }
    /// The height of a divider.
    var divider: Int { get }
    /// The width of the mark at the right of a list that shows which part of it is visible.
    var scrollBar: Int { get }
    func letter(_ fontSize: Int) -> Size
    func size(of picture: Picture, label: String) -> Size

    func clear()
    func draw(_ text: String, _ style: Style, in place: Rectangle)
    func draw(_ picture: Picture, label: String, in place: Rectangle)
    func draw(_ share: Double, bar place: Rectangle)
    func divide(_ place: Rectangle)
    /// Marks the control or the row that has the focus, and whether turns change its value.
    func mark(_ place: Rectangle, isChanging: Bool)
    func scroll(_ place: Rectangle, first: Int, visible: Int, of count: Int)
    /// Shows the drawing, or switches the display off.
    func present(isOff: Bool)
}

/// The dots of a display such as an SSD1306.
final class DotCanvas: Canvas {
    let size: Size
    let margin = (left: 2, right: 1, top: 1)
    let (divider, scrollBar) = (3, 3)
    private var picture: Picture
    private let empty: Picture
    private let show: (Picture?) -> Void

    /// - Parameter show: Called with each picture; nil switches the display off.
    init(width: Int, height: Int, show: @escaping (Picture?) -> Void) {
        size = Size(width: width, height: height)
        empty = Picture(width: width, height: height)
        (picture, self.show) = (empty, show)
    }

    func letter(_ fontSize: Int) -> Size {
        Size(width: Picture.letterSize.width * fontSize, height: Picture.letterSize.height * fontSize)
    }

    func size(of picture: Picture, label: String) -> Size { Size(width: picture.width, height: picture.height) }

    func clear() { picture = empty }

    func draw(_ text: String, _ style: Style, in place: Rectangle) {
        picture.draw(text, x: place.x, y: place.y, size: style.fontSize)
        if style.isInverse { picture.invert(place) }
    }

    func draw(_ other: Picture, label: String, in place: Rectangle) { picture.draw(other, x: place.x, y: place.y) }

    func draw(_ share: Double, bar place: Rectangle) {
        var place = place
        place.height -= 1
        frame(place)
        place.width = Int((min(max(share, 0), 1) * Double(place.width)).rounded())
        picture.fill(place)
    }

    func divide(_ place: Rectangle) {
        picture.fill(Rectangle(x: place.x, y: place.y + 1, width: place.width, height: 1))
    }

    func mark(_ place: Rectangle, isChanging: Bool) {
        if isChanging { frame(place) } else { picture.invert(place) }
    }

    func scroll(_ place: Rectangle, first: Int, visible: Int, of count: Int) {
        let length = max(3, place.height * visible / count)
        let top = place.y + (place.height - length) * first / max(1, count - visible)
        picture.fill(Rectangle(x: place.x + place.width - 1, y: top, width: 1, height: length))
    }

    func present(isOff: Bool) { show(isOff ? nil : picture) }

    private func frame(_ place: Rectangle) {
        let (right, bottom) = (place.x + place.width - 1, place.y + place.height - 1)
        for y in [place.y, bottom] { picture.fill(Rectangle(x: place.x, y: y, width: place.width, height: 1)) }
        for x in [place.x, right] { picture.fill(Rectangle(x: x, y: place.y, width: 1, height: place.height)) }
    }
}

extension Picture {
    fileprivate mutating func fill(_ place: Rectangle) {
        fill(x: place.x, y: place.y, width: place.width, height: place.height)
    }
    fileprivate mutating func invert(_ place: Rectangle) {
        invert(x: place.x, y: place.y, width: place.width, height: place.height)
    }
}

/// The columns and rows of an LCD.
final class LetterCanvas: Canvas {
    let size: Size
    let margin = (left: 1, right: 0, top: 0)
    let scrollBar = 0
    var divider: Int { size.height > 2 ? 1 : 0 }
    private var letters: [Character]
    private let show: (String?) -> Void

    /// - Parameter show: Called with the rows of each text; nil switches the display off.
    init(columns: Int, rows: Int, show: @escaping (String?) -> Void) {
        size = Size(width: columns, height: rows)
        letters = Array(repeating: " ", count: columns * rows)
        self.show = show
    }

    func letter(_ fontSize: Int) -> Size { Size(width: 1, height: 1) }

    func size(of picture: Picture, label: String) -> Size {
        Size(width: label.count, height: label.isEmpty ? 0 : 1)
    }

    func clear() { for index in letters.indices { letters[index] = " " } }

    func draw(_ text: String, _ style: Style, in place: Rectangle) { draw(text, place) }

    func draw(_ picture: Picture, label: String, in place: Rectangle) { draw(label, place) }

    func draw(_ share: Double, bar place: Rectangle) { draw(LCD.bar(share, width: place.width), place) }

    func divide(_ place: Rectangle) { draw(String(repeating: "-", count: place.width), place) }

    func mark(_ place: Rectangle, isChanging: Bool) { draw(isChanging ? "*" : ">", place) }

    func scroll(_ place: Rectangle, first: Int, visible: Int, of count: Int) {}

    func present(isOff: Bool) {
        guard !isOff else { return show(nil) }
        let rows = stride(from: 0, to: letters.count, by: size.width).map { String(letters[$0..<$0 + size.width]) }
        show(rows.joined(separator: "\n"))
    }

    private func draw(_ text: String, _ place: Rectangle) {
        guard (0..<size.height).contains(place.y) else { return }
        for (column, letter) in text.enumerated() where (0..<size.width).contains(place.x + column) {
            letters[place.y * size.width + place.x + column] = letter
        }
    }
}
