/// The rows of lists.
extension Layout {
    /// Places the visible rows of a list, so that the focus is among them.
    mutating func place(_ rows: Rows, in place: Rectangle) {
        guard rows.count > 0 else { return }
        var content = place
        content.width = max(0, content.width - canvas.scrollBar)
        let focused = focus?.path == rows.path ? focus?.row : nil
        let visible = visibleRows(of: rows, focused, in: content)
        tops[rows.path] = visible.lowerBound
        var y = place.y
        for row in visible {
            let place = Rectangle(x: content.x, y: y, width: content.width, height: height(of: row, in: rows, content))
            self.place(rows.content(of: row), in: inside(place))
            if row == focused { mark(place) }
            y += place.height
        }
        if isDrawing, visible.count < rows.count {
            canvas.scroll(place, first: visible.lowerBound, visible: visible.count, of: rows.count)
        }
    }

    private func visibleRows(of rows: Rows, _ focused: Int?, in place: Rectangle) -> Range<Int> {
        let top = min(tops[rows.path] ?? 0, rows.count - 1, focused ?? .max)
        var (end, rest) = (top + 1, place.height - height(of: top, in: rows, place))
        while end < rows.count, case let next = height(of: end, in: rows, place), next <= rest {
            (end, rest) = (end + 1, rest - next)
        }
        guard focused.map({ $0 >= end }) == true || end == rows.count else { return top..<end }
        // The focus is at the bottom, and so is the last row.
        let last = max(focused ?? 0, end - 1)
        var first = last
        rest = place.height - height(of: last, in: rows, place)
        while first > 0, case let next = height(of: first - 1, in: rows, place), next <= rest {
            (first, rest) = (first - 1, rest - next)
        }
        return first..<last + 1
    }

    private func height(of row: Int, in rows: Rows, _ place: Rectangle) -> Int {
        if let height = rows.heights[row] { return height }
        let inner = inside(place)
        let size = size(of: rows.content(of: row), in: Size(width: inner.width, height: inner.height))
        let height = max(size.height + canvas.margin.top, 1)
        rows.heights[row] = height
        return height
    }
}
