/// A control for one of several values, each the tag of a view. After a press, turns change the value until the next press.
///
///     Picker("Source", selection: Binding(model.source, send: Event.source)) {
///         Text("Radio").tag(Source.radio)
///         Text("Files").tag(Source.files)
///     }
public struct Picker<Value: Hashable, Content: View>: PrimitiveView {
    let title: String
    let selection: Binding<Value>
    let content: Content

    /// Creates a control.
    ///
    /// - Parameters:
    ///   - selection: The value.
    ///   - content: A view with a tag for each value. The views of a `ForEach` have the identifiers of their elements as tags.
    public init(_ title: some StringProtocol, selection: Binding<Value>, @ViewBuilder content: () -> Content) {
        (self.title, self.selection, self.content) = (String(title), selection, content())
    }

    public func _describe(_ context: inout ViewContext) {
        let set = selection.set(context)
        let choices = context.elements(of: content).filter { $0.tag?.base is Value }
        let chosen = choices.firstIndex { $0.tag == AnyHashable(selection.get()) }
        let action = Action.adjust { steps in
            let last = choices.count - 1
            guard last >= 0, let new = choices[min(max((chosen ?? 0) + steps, 0), last)].tag?.base as? Value else {
                return
            }
            set(new)
        }
        let row = HStack {
            Text(title)
            Spacer()
            if let chosen { Described(element: choices[chosen]) }
        }
        context.add(action, row)
    }
}

extension View {
    /// Sets the value that the view stands for in a `Picker`.
    public func tag(_ tag: some Hashable) -> some View { TaggedView(content: self, tag: AnyHashable(tag)) }
}

private struct TaggedView<Content: View>: PrimitiveView {
    let content: Content
    let tag: AnyHashable

    func _describe(_ context: inout ViewContext) {
        let first = context.elements.count
        content._describe(&context)
        for index in first..<context.elements.count { context.elements[index].tag = tag }
    }
}

private struct Described: PrimitiveView {
    let element: Element

    func _describe(_ context: inout ViewContext) { context.elements.append(element) }
}
