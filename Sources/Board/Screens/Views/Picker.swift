/// A control that chooses one of several values. Each value is the tag of a view. After a press, turns change the value
/// until the next press.
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
    ///   - selection: The chosen value.
    ///   - content: A view with a tag for each value. The views of a `ForEach` have the identifiers of their elements as tags.
    public init(_ title: some StringProtocol, selection: Binding<Value>, @ViewBuilder content: () -> Content) {
        (self.title, self.selection, self.content) = (String(title), selection, content())
    }

    public func _describe(_ context: inout ViewContext) {
        let set = selection.set(context)
        let choices = context.elements(of: content).filter { $0.tag?.base is Value }
        let chosen = choices.firstIndex { $0.tag == AnyHashable(selection.get()) }
        let choose = { index in if let new = choices[index].tag?.base as? Value { set(new) } }
        let action = Action.adjust { steps in
            if !choices.isEmpty { choose(min(max((chosen ?? 0) + steps, 0), choices.count - 1)) }
        }
        let name = { index in choices[index].texts.joined(separator: " ") }
        context.add(action, Text(title), chosen.map { choices[$0].kind } ?? .text("")) {
            .choice(chosen.map(name), of: choices.indices.map(name))
        } set: { text in
            choices.indices.first { name($0) == text }.map { index in { choose(index) } }
        }
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
