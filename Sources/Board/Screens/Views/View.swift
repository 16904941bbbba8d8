/// A part of a screen, as a value. Its `body` describes it by other views. The views of this module, such as `Text`, have
/// no `body`.
///
///     struct ClockView: View {
///         let time: String
///         var body: some View {
///             Text(time).font(.largeTitle)
///         }
///     }
///
/// Views are created and used on the screen's queue. They keep no state: it belongs to a model or a store.
public protocol View {
    /// The type of `body`.
    associatedtype Body: View
    /// The description. Queue only.
    @ViewBuilder var body: Body { get }
    /// Adds the elements of the view to a context. Only the views of this module implement it.
    func _describe(_ context: inout ViewContext)
}

extension View {
    public func _describe(_ context: inout ViewContext) {
        context.frame.place(self, context.objects)
        body._describe(&context)
    }
}

extension Never: View {
    public var body: Never { fatalError("Never has no value") }
}

/// A view of this module, which no other view describes.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

/// Combines several views into one. The views may be optional, or in an `if` or a `switch`.
@resultBuilder public enum ViewBuilder {
    /// Returns the view of an empty builder.
    public static func buildBlock() -> EmptyView { EmptyView() }
    /// Returns the only view of a builder.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    /// Joins the views of a builder.
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content>
    {
        TupleView(content: (repeat each content))
    }
    /// Returns the view of an `if` without an `else`.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    /// Returns the view of a branch.
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        .first(first)
    }
    /// Returns the view of a branch.
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        .second(second)
    }
    /// Returns the view of an `if #available`.
    public static func buildLimitedAvailability(_ content: some View) -> AnyView { AnyView(content) }
}

/// A view without elements. A screen that shows it is off.
public struct EmptyView: PrimitiveView {
    /// Creates the view.
    public init() {}
    public func _describe(_ context: inout ViewContext) {}
}

/// The views of a builder, in their order.
public struct TupleView<each Content: View>: PrimitiveView {
    let content: (repeat each Content)

    public func _describe(_ context: inout ViewContext) {
        var index = 0
        for view in repeat each content {
            context.at(.index(index)) { view._describe(&$0) }
            index += 1
        }
    }
}

/// One of two views: the result of an `if` with an `else`, or of a `switch`.
public enum EitherView<First: View, Second: View>: PrimitiveView {
    /// The view of the first branch.
    case first(First)
    /// The view of the second branch.
    case second(Second)

    public func _describe(_ context: inout ViewContext) {
        switch self {
        case .first(let view): context.at(.index(0)) { view._describe(&$0) }
        case .second(let view): context.at(.index(1)) { view._describe(&$0) }
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    public var body: Never { fatalError("an optional view has no body") }
    public func _describe(_ context: inout ViewContext) { self?._describe(&context) }
}

/// A view of any type.
public struct AnyView: PrimitiveView {
    let content: any View

    /// Creates a view that shows `content`.
    public init(_ content: any View) { self.content = content }

    public func _describe(_ context: inout ViewContext) { content._describe(&context) }
}

extension View {
    /// Sends an event to the screen's loop when the user goes back from the view: with a button for it, or on the page. If
    /// several nested views have an `onBack`, the innermost one applies.
    ///
    ///     case .alarm: AlarmPage(model: model).onBack(send: Event.showed(.menu))
    public func onBack<Event>(send event: Event) -> some View {
        BackView(content: self) { context in
            let send = context.sender(of: Event.self)
            return { send(event) }
        }
    }

    /// Calls a function on the screen's queue when the user goes back from the view.
    public func onBack(_ action: @escaping () -> Void) -> some View { BackView(content: self) { _ in action } }
}

private struct BackView<Content: View>: PrimitiveView {
    let content: Content
    let action: (ViewContext) -> () -> Void

    func _describe(_ context: inout ViewContext) {
        content._describe(&context)
        if context.frame.back == nil { context.frame.back = action(context) }
    }
}
