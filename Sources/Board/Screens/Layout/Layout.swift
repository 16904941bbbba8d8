/// Places elements on a canvas, in whole letters or dots, and draws them.
struct Layout {
    /// The control or the row that has the focus.
    struct Focus {
        var path: [Step]
        var row = 0
        var isLast = false
        var isChanging = false
    }

    let canvas: any Canvas
    let focus: Focus?
    /// The first visible row of each list.
    var tops: [[Step]: Int]
    private(set) var isDrawing = false
    private var focusPlace: Rectangle?
    /// The height of what is above the visible part of a screen that is too high, and its largest value. 0 if all is visible.
    private(set) var (offset, limit) = (0, 0)

    init(_ canvas: any Canvas, focus: Focus?, tops: [[Step]: Int]) {
        (self.canvas, self.focus, self.tops) = (canvas, focus, tops)
    }

    /// Draws a screen: in the middle, or scrolled to the focus if it is too high.
    ///
    /// - Parameter scroll: The offset; nil for that of the focus.
    mutating func draw(_ root: Element, scroll: Int?) {
        var place = measure(root)
        if let scroll { offset = min(max(scroll, 0), limit) }
        if limit > 0 { place.y = -offset }
        canvas.clear()
        isDrawing = true
        self.place(root, in: place)
    }

    /// Finds the offset at which the focus is visible, and returns the place of the whole screen.
    @discardableResult mutating func measure(_ root: Element) -> Rectangle {
        let (screen, size) = (canvas.size, size(of: root, in: canvas.size))
        let (free, excess) = (max(0, screen.width - size.width), size.height - screen.height)
        let place = Rectangle(x: free / 2, y: max(0, -excess / 2), width: size.width, height: size.height)
        guard excess > 0 else { return place }
        self.place(root, in: place)
        // The focus is at the bottom, so that the text above it is visible. The space below the last control is shown with it.
        let bottom = focusPlace.map { min(max(0, $0.y + $0.height - screen.height), excess) } ?? 0
        let canShowEnd = focusPlace.map { $0.y >= excess } ?? false
        (offset, limit) = (focus?.isLast == true && canShowEnd ? excess : bottom, excess)
        return place
    }

    func inside(_ place: Rectangle) -> Rectangle {
        let margin = canvas.margin
        return Rectangle(
            x: place.x + margin.left, y: place.y + margin.top,
            width: max(0, place.width - margin.left - margin.right), height: max(0, place.height - margin.top))
    }

    mutating func place(_ element: Element, in place: Rectangle) {
        switch element.kind {
        case .control(let control):
            self.place(control.content, in: inside(place))
            if let focus, focus.path == control.path { mark(place) }
        case .list(let rows): self.place(rows, in: place)
        case .stack(let axis, let spacing, let alignment, let elements):
            self.place(elements, axis, spacing, alignment, in: place)
        default: if isDrawing { draw(element, in: place) }
        }
    }

    private mutating func place(
        _ elements: [Element], _ axis: Axis, _ spacing: Int, _ alignment: Alignment, in place: Rectangle
    ) {
        let sizes = sizes(of: elements, axis, spacing, in: Size(width: place.width, height: place.height))
        var (x, y) = (place.x, place.y)
        for (index, part) in elements.enumerated() {
            var size = sizes[index]
            if case .divider = part.kind { size.width = place.width }
            let (free, below) = (max(0, place.width - size.width), max(0, place.height - size.height))
            let shift = alignment == .leading ? 0 : alignment == .center ? free / 2 : free
            let (left, top) = axis == .vertical ? (x + shift, y) : (x, y + below / 2)
            self.place(part, in: Rectangle(x: left, y: top, width: size.width, height: size.height))
            let gap = gap(after: index, in: elements, axis, spacing)
            if axis == .vertical { y += size.height + gap } else { x += size.width + gap }
        }
    }

    mutating func mark(_ place: Rectangle) {
        focusPlace = place
        if isDrawing { canvas.mark(place, isChanging: focus?.isChanging == true) }
    }

    private func draw(_ element: Element, in place: Rectangle) {
        switch element.kind {
        case .text(let text):
            var line = place
            line.height = canvas.letter(element.style.fontSize).height
            for text in canvas.lines(of: text, element.style, width: place.width) {
                if line.y + line.height > 0, line.y < canvas.size.height { canvas.draw(text, element.style, in: line) }
                line.y += line.height
            }
        case .divider: if place.height > 0 { canvas.divide(place) }
        case .bar(let share, _): canvas.draw(share, bar: place)
        case .picture(let picture, let label): canvas.draw(picture, label: label, in: place)
        case .spacer, .stack, .control, .list: break
        }
    }
}
