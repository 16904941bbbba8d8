import Fluxus
import MobiusCore
import Screens

/// An object that an outer view has provided with `environmentObject(_:)`. The type identifies the object. Queue only.
///
/// A missing object is an error, which stops the program with the type of the object.
@propertyWrapper public struct EnvironmentObject<Object: AnyObject> {
    private final class Box { var object: Object? }

    private let box = Box()

    /// Creates the property.
    public init() {}

    /// The object.
    public var wrappedValue: Object {
        guard let object = box.object else {
            fatalError("no \(Object.self) for a view; add .environmentObject(_:) with one to a view above")
        }
        return object
    }
}

extension EnvironmentObject: PlacedProperty {
    package func place(_ objects: [ObjectIdentifier: AnyObject]) {
        if let object = objects[ObjectIdentifier(Object.self)] as? Object { box.object = object }
    }
}

extension View {
    /// Provides an object to all inner views that have an `EnvironmentObject` of its type. These views are shown again when
    /// the object, a `BindableObject`, has changed, or when a property of a store's state that they have read has changed.
    public func environmentObject<Object: AnyObject>(_ object: Object) -> some View {
        ViewWithObject(content: self, object: object)
    }
}

private struct ViewWithObject<Content: View, Object: AnyObject>: PrimitiveView {
    let content: Content
    let object: Object

    func _describe(_ context: inout ViewContext) {
        let (objects, trackers, frame) = (context.objects, context.trackers, context.frame)
        context.objects[ObjectIdentifier(Object.self)] = object
        defer { (context.objects, context.trackers) = (objects, trackers) }
        if let bindable = object as? any BindableObject {
            frame.follow(object) { bindable.subscribe(frame.didChange) }
        }
        guard let store = object as? FluxStore else { return content._describe(&context) }
        context.trackers.append(store.track)
        frame.track([store.track]) { content._describe(&context) }
    }
}

extension BindableObject {
    fileprivate func subscribe(_ handler: @escaping @Sendable () -> Void) -> any Disposable {
        didChange.sink { _ in handler() }
    }
}

extension FluxStore {
    /// Calls `describe`, and `didChange` once when a ``/Fluxus/Published`` property that it has read has changed.
    ///
    /// The state is read between two commits. If other threads use the store, this waits for them.
    fileprivate func track(_ describe: () -> Void, _ didChange: @escaping @Sendable () -> Void) -> any Disposable {
        read(()) { _ in
            withoutActuallyEscaping(describe) { describe in
                // Unsafe only to the compiler: `read` has made this thread the store's, so `render` calls the first body before
                // it returns.
                nonisolated(unsafe) var first: (() -> Void)? = describe
                return render(()) { _ in
                    guard let describe = first else { return didChange() }
                    first = nil
                    describe()
                }
            }
        }
    }
}
