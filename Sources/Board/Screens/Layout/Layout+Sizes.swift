/// The sizes of elements.
extension Layout {
    func size(of element: Element, in space: Size) -> Size {
        switch element.kind {
        case .text(let text):
            let letter = canvas.letter(element.style.fontSize)
            let lines = canvas.lines(of: text, element.style, width: space.width)
            let width = lines.reduce(0) { max($0, $1.count) } * letter.width
            return Size(width: min(width, space.width), height: lines.count * letter.height)
        case .spacer: return Size()
        case .divider: return Size(width: 0, height: canvas.divider)
        case .bar(_, let width):
            let letter = canvas.letter(1)
            return Size(width: min(width.map { $0 * letter.width } ?? space.width, space.width), height: letter.height)
        case .picture(let picture, let label):
            let size = canvas.size(of: picture, label: label)
            return Size(width: min(size.width, space.width), height: size.height)
        case .list: return space
        case .control(let control):
            let (inner, margin) = (inside(Rectangle(width: space.width, height: space.height)), canvas.margin)
            let size = size(of: control.content, in: Size(width: inner.width, height: inner.height))
            return Size(width: size.width + margin.left + margin.right, height: size.height + margin.top)
        case .stack(let axis, let spacing, _, let elements):
            let sizes = sizes(of: elements, axis, spacing, in: space)
            let gaps = gaps(in: elements, axis, spacing)
            return axis == .vertical
                ? Size(width: sizes.map(\.width).max() ?? 0, height: sizes.reduce(gaps) { $0 + $1.height })
                : Size(width: sizes.reduce(gaps) { $0 + $1.width }, height: sizes.map(\.height).max() ?? 0)
        }
    }

    /// Returns the sizes of the elements of a stack. If they are too wide together, the widest give way.
    func sizes(of elements: [Element], _ axis: Axis, _ spacing: Int, in space: Size) -> [Size] {
        var sizes = elements.map { isFlexible($0, axis) ? Size() : size(of: $0, in: space) }
        let length = axis == .vertical ? space.height : space.width
        var rest = length - gaps(in: elements, axis, spacing)
        let flexible = elements.indices.filter { isFlexible(elements[$0], axis) }
        if axis == .horizontal {
            // Elements around a spacer are a letter apart.
            let spacers = flexible.count { $0 > 0 && $0 < elements.count - 1 } * canvas.letter(1).width
            narrow(&sizes, elements, by: sizes.reduce(spacers) { $0 + $1.width } - rest, height: space.height)
            rest -= sizes.reduce(0) { $0 + $1.width }
        } else {
            rest -= sizes.reduce(0) { $0 + $1.height }
        }
        for (number, index) in flexible.enumerated() {
            let share = max(0, rest) / flexible.count + (number < max(0, rest) % flexible.count ? 1 : 0)
            sizes[index] = size(of: elements[index], axis, share: share, in: space)
        }
        return sizes
    }

    /// Takes width from the widest elements until the excess is gone.
    private func narrow(_ sizes: inout [Size], _ elements: [Element], by excess: Int, height: Int) {
        var excess = excess
        while excess > 0, let widest = sizes.indices.max(by: { sizes[$0].width < sizes[$1].width }) {
            guard sizes[widest].width > 0 else { return }
            let second = sizes.indices.filter { $0 != widest }.map { sizes[$0].width }.max() ?? 0
            let less = min(excess, max(1, sizes[widest].width - second))
            let space = Size(width: sizes[widest].width - less, height: height)
            var size = size(of: elements[widest], in: space)
            // The margins of a control remain.
            size.width = min(size.width, space.width)
            sizes[widest] = size
            excess -= less
        }
    }

    /// Returns the size of an element that has a share of the length of its stack.
    private func size(of element: Element, _ axis: Axis, share: Int, in space: Size) -> Size {
        switch (axis, element.kind) {
        case (.vertical, .spacer): return Size(height: share)
        case (.horizontal, .spacer): return Size(width: share)
        case (.vertical, .list):
            // A list has at least a row.
            return Size(width: space.width, height: max(share, canvas.letter(1).height + canvas.margin.top))
        case (.vertical, _): return Size(width: space.width, height: share)
        case (.horizontal, _):
            return Size(width: share, height: size(of: element, in: Size(width: share, height: space.height)).height)
        }
    }

    /// Returns the space between an element of a stack and the next one. There is none next to a spacer, which is space itself.
    func gap(after index: Int, in elements: [Element], _ axis: Axis, _ spacing: Int) -> Int {
        guard index + 1 < elements.count, !isSpacer(elements[index]), !isSpacer(elements[index + 1]) else { return 0 }
        let letter = canvas.letter(1).width
        return axis == .horizontal ? spacing * letter : letter == 1 ? 0 : spacing
    }

    private func gaps(in elements: [Element], _ axis: Axis, _ spacing: Int) -> Int {
        elements.indices.reduce(0) { $0 + gap(after: $1, in: elements, axis, spacing) }
    }

    private func isSpacer(_ element: Element) -> Bool { if case .spacer = element.kind { true } else { false } }

    private func isFlexible(_ element: Element, _ axis: Axis) -> Bool {
        switch element.kind {
        case .spacer, .list: true
        case .bar(_, let width): width == nil && axis == .horizontal
        case .control(let control): isFlexible(control.content, axis)
        case .stack(axis, _, _, let elements): elements.contains { isFlexible($0, axis) }
        case .stack(_, _, _, let elements): elements.contains { !isSpacer($0) && isFlexible($0, axis) }
        case .text, .divider, .picture: false
        }
    }
}
