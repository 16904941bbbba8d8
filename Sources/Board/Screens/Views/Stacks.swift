/// A view that fills the free space of a stack.
public struct Spacer: PrimitiveView {
    /// Creates the view.
    public init() {}
    public func _describe(_ context: inout ViewContext) { context.add(.spacer) }
}

/// A line across a stack. Displays with one or two rows of letters omit it.
public struct Divider: PrimitiveView {
    /// Creates the view.
    public init() {}
    public func _describe(_ context: inout ViewContext) { context.add(.divider) }
}

/// A column of views.
public struct VStack<Content: View>: PrimitiveView {
    let alignment: Alignment
    let spacing: Int
    let content: Content

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - alignment: The place of narrower views within the column.
    ///   - spacing: The distance of the views in dots. Displays of letters have none.
    public init(alignment: Alignment = .center, spacing: Int = 0, @ViewBuilder content: () -> Content) {
        (self.alignment, self.spacing, self.content) = (alignment, max(spacing, 0), content())
    }

    public func _describe(_ context: inout ViewContext) {
        context.add(.stack(.vertical, spacing: spacing, alignment, context.elements(of: content)))
    }
}

/// A row of views. If the row is too wide, its widest text is cut.
public struct HStack<Content: View>: PrimitiveView {
    let spacing: Int
    let content: Content

    /// Creates a row.
    ///
    /// - Parameter spacing: The distance of the views, in letters.
    public init(spacing: Int = 1, @ViewBuilder content: () -> Content) {
        (self.spacing, self.content) = (max(spacing, 0), content())
    }

    public func _describe(_ context: inout ViewContext) {
        context.add(.stack(.horizontal, spacing: spacing, .center, context.elements(of: content)))
    }
}

/// A view for each element of a collection. The focus stays with its element, wherever the element moves.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    private let data: Data
    private let id: (Data.Element) -> ID
    private let content: (Data.Element) -> Content

    /// Creates a view for each element.
    ///
    /// - Parameters:
    ///   - data: The elements. In a `List`, only those that are visible are described.
    ///   - id: The property that identifies an element; different for each.
    ///   - content: Returns the view of an element. Called on the screen's queue.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        (self.data, self.id, self.content) = (data, { $0[keyPath: id] }, content)
    }

    /// Creates a view for each element, which is identified by its `id`.
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        (self.data, self.id, self.content) = (data, { $0.id }, content)
    }

    /// Creates a view for each number of a range.
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content)
    where Data == Range<Int>, ID == Int {
        (self.data, self.id, self.content) = (data, { $0 }, content)
    }

    public func _describe(_ context: inout ViewContext) {
        guard let rows = context.rows else {
            for element in data { describe(element, &context) }
            return
        }
        context.endRows()
        rows.add(data.count, context, id: { AnyHashable(id(self[$0])) }, describe: { describe(self[$0], &$1) })
    }

    private subscript(_ offset: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: offset)] }

    private func describe(_ element: Data.Element, _ context: inout ViewContext) {
        let id = AnyHashable(id(element))
        context.at(.id(id)) { context in
            let first = context.elements.count
            content(element)._describe(&context)
            for index in first..<context.elements.count where context.elements[index].tag == nil {
                context.elements[index].tag = id
            }
        }
    }
}

/// Rows that scroll to the focus. Each row can have the focus; a press presses the first control of the row.
public struct List<Content: View>: PrimitiveView {
    let content: Content

    /// Creates a list whose rows are the views of `content`.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Creates a list with a row for each element of a collection.
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
        content = ForEach(data, content: row)
    }

    public func _describe(_ context: inout ViewContext) {
        let rows = Rows(path: context.path)
        var inner = context
        (inner.elements, inner.rows) = ([], rows)
        content._describe(&inner)
        inner.endRows()
        context.add(.list(rows))
    }
}
