/// The control or the row of a list that turns move and presses use.
///
/// A control keeps the focus by its path, and a row by its identity. If it is gone, its successor at the same place has the
/// focus.
struct Focus {
    /// A control, or the rows of a list.
    enum Target {
        case control(Control)
        case list(Rows)

        var path: [Step] {
            switch self {
            case .control(let control): control.path
            case .list(let rows): rows.path
            }
        }

        var count: Int { if case .list(let rows) = self { rows.count } else { 1 } }
    }

    /// Whether turns change the value of the focused control.
    private(set) var isChanging = false
    private var targets: [Target] = []
    private var path: [Step]?
    private var row = 0
    private var rowID: AnyHashable?
    /// The place among all controls and rows.
    private(set) var ordinal = 0

    /// The number of controls and rows.
    var count: Int { targets.reduce(0) { $0 + $1.count } }

    /// Takes over the controls and lists of a new description.
    mutating func update(_ root: Element?) {
        targets.removeAll(keepingCapacity: true)
        root.map { collect($0) }
        find()
    }

    /// The position for the layout; nil if nothing can have the focus.
    var position: Layout.Focus? {
        path.map { Layout.Focus(path: $0, row: row, isLast: ordinal == count - 1, isChanging: isChanging) }
    }

    /// The focused control: of a row, its first one. nil if there is none.
    var control: Control? { path == nil ? nil : control(at: ordinal) }

    /// Returns the control at a place among all controls and rows: of a row, its first one. nil if it has none.
    func control(at ordinal: Int) -> Control? {
        var rest = ordinal
        for target in targets {
            switch target {
            case .control(let control): if rest == 0 { return control }
            case .list(let rows): if rest < rows.count { return rows[rest].firstControl }
            }
            rest -= target.count
        }
        return nil
    }

    /// Moves the focus forward, or back if `steps` is negative: up to the first or last place, or round and round.
    mutating func move(by steps: Int, wraps: Bool) {
        guard path != nil else { return }
        let (count, new) = (count, ordinal + steps)
        move(to: wraps ? (new % count + count) % count : min(max(new, 0), count - 1))
    }

    /// Moves the focus to a place among all controls and rows.
    mutating func move(to new: Int) {
        (ordinal, isChanging) = (new, false)
        var rest = new
        for target in targets {
            guard rest >= target.count else {
                (path, row, rowID) = (target.path, rest, nil)
                if case .list(let rows) = target { rowID = rows.id(of: rest) }
                return
            }
            rest -= target.count
        }
    }

    /// Begins or ends the change of the focused control's value.
    mutating func toggleChanging() { isChanging.toggle() }

    /// The texts of all controls and rows, in their order.
    var labels: [[String]] {
        targets.flatMap { target in
            switch target {
            case .control(let control): [control.content.texts]
            case .list(let rows): (0..<rows.count).map { rows[$0].texts }
            }
        }
    }

    /// Returns the place of the control or row whose first text, or whose whole text, is `name`.
    func ordinal(of name: String) -> Int? {
        labels.firstIndex { $0.first == name || $0.joined(separator: " ") == name }
    }

    private mutating func collect(_ element: Element) {
        switch element.kind {
        case .control(let control): targets.append(.control(control))
        case .list(let rows): if rows.count > 0 { targets.append(.list(rows)) }
        case .stack(_, _, _, let elements): for element in elements { collect(element) }
        default: break
        }
    }

    /// Finds the focus among the new targets.
    private mutating func find() {
        var first = 0
        for target in targets {
            guard target.path == path else {
                first += target.count
                continue
            }
            ordinal = first
            guard case .list(let rows) = target else { return }
            let isThere = row < rows.count && rows.id(of: row) == rowID
            guard let moved = isThere ? row : (0..<rows.count).first(where: { rows.id(of: $0) == rowID }) else {
                return move(to: first + min(row, rows.count - 1))
            }
            (row, ordinal) = (moved, first + moved)
            return
        }
        isChanging = false
        path = nil
        if first > 0 { move(to: min(ordinal, first - 1)) }
    }
}
