import CarillonScheduling
import MobiusCore

/// The place at which a view is described: the properties that it inherits, and the elements so far.
public struct ViewContext {
    var elements: [Element] = []
    var style = Style()
    /// The objects that views find by their types.
    package var objects: [ObjectIdentifier: AnyObject] = [:]
    /// The stores that follow which properties views read.
    package var trackers: [Tracker] = []
    var path: [Step] = []
    /// The rows of the list whose content is described; nil outside a list, and within a row.
    var rows: Rows?
    /// The receiver of the events that controls send; nil if no loop shows the view.
    var receiver: EventReceiver?
    package let frame: Frame

    init(frame: Frame, receiver: EventReceiver? = nil) { (self.frame, self.receiver) = (frame, receiver) }

    mutating func at(_ step: Step, _ body: (inout ViewContext) -> Void) {
        path.append(step)
        body(&self)
        path.removeLast()
    }

    mutating func add(_ kind: Element.Kind) { elements.append(Element(kind: kind, style: style)) }

    /// Returns the elements of a view, without the elements so far.
    func elements(of view: some View) -> [Element] {
        var inner = self
        (inner.elements, inner.rows) = ([], nil)
        view._describe(&inner)
        return inner.elements
    }

    /// Returns the elements as one.
    func joined(_ alignment: Alignment) -> Element {
        elements.count == 1 ? elements[0] : Element(kind: .stack(.vertical, spacing: 0, alignment, elements))
    }

    /// Makes a row of each element so far.
    mutating func endRows() {
        guard let rows else { return }
        for element in elements {
            let id = AnyHashable(rows.count)
            rows.add(1, self, id: { _ in id }, describe: { $1.elements = [element] })
        }
        elements = []
    }

    /// Returns the function that sends events of a control to the screen's loop. A view that no loop of such events shows is
    /// an error, which is reported through `MobiusHooks`.
    func sender<Event>(of type: Event.Type) -> (Event) -> Void {
        guard let receiver else {
            MobiusHooks.fail("a control sends \(type), but no loop shows the view; use connectView(screen.view { … })")
        }
        guard receiver.type == type else {
            MobiusHooks.fail("a control sends \(type), but the events of the screen's loop are \(receiver.type)")
        }
        return receiver.send
    }
}

/// The receiver of a loop's events, independent of their type.
struct EventReceiver {
    let type: Any.Type
    /// Passes an event of this type on.
    let send: (Any) -> Void
}

/// Calls the first function, and later the second one on any thread, once, when a property that the first one has read has
/// changed.
package typealias Tracker = (_ describe: () -> Void, _ didChange: @escaping @Sendable () -> Void) -> any Disposable

/// A property that a view receives from its place, such as an object of the environment.
package protocol PlacedProperty {
    func place(_ objects: [ObjectIdentifier: AnyObject])
}

/// The subscriptions of the view that a screen shows. Queue only, except where noted.
package final class Frame {
    /// Called on any thread when an object that a view has read has changed.
    package internal(set) var didChange: @Sendable () -> Void = {}
    /// The function that goes back from the view; see `View.onBack(send:)`.
    var back: (() -> Void)?
    private var followed: [ObjectIdentifier: any Disposable] = [:]
    private var seen: Set<ObjectIdentifier> = []
    private var tracked: [any Disposable] = []
    /// The types of views that have placed properties, and of those that have none. Reflection is slow, so it is used once.
    private var hasProperties: [ObjectIdentifier: Bool] = [:]

    deinit {
        for subscription in followed.values { subscription.dispose() }
        for tracking in tracked { tracking.dispose() }
    }

    func describe(_ view: some View, _ receiver: EventReceiver?) -> [Element] {
        for tracking in tracked { tracking.dispose() }
        (tracked, seen, back) = ([], [], nil)
        var context = ViewContext(frame: self, receiver: receiver)
        view._describe(&context)
        for id in followed.keys where !seen.contains(id) { followed.removeValue(forKey: id)?.dispose() }
        return context.elements
    }

    /// Follows an object while views are described with it. `subscribe` is called once.
    package func follow(_ object: AnyObject, _ subscribe: () -> any Disposable) {
        let id = ObjectIdentifier(object)
        guard seen.insert(id).inserted, followed[id] == nil else { return }
        followed[id] = subscribe()
    }

    /// Calls `read` within all trackers.
    package func track(_ trackers: some Collection<Tracker>, _ read: () -> Void) {
        guard let tracker = trackers.first else { return read() }
        tracked.append(tracker({ track(trackers.dropFirst(), read) }, didChange))
    }

    func place<Content: View>(_ view: Content, _ objects: [ObjectIdentifier: AnyObject]) {
        let type = ObjectIdentifier(Content.self)
        guard hasProperties[type] != false else { return }
        let properties = Mirror(reflecting: view).children.compactMap { $0.value as? any PlacedProperty }
        hasProperties[type] = !properties.isEmpty
        for property in properties { property.place(objects) }
    }
}
