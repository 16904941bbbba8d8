/// A property of the state. When it changes, the renderings that have read it run again.
///
/// The property belongs to the store of its state. Once a rendering has read it, only a mutation may change it: a change
/// outside a commit, or during a rendering, is an error that is reported through `MobiusHooks`.
@propertyWrapper
@frozen public struct Published<Value> {
    @usableFromInline let box: Box

    @usableFromInline
    final class Box: Source {
        @exclusivity(unchecked) @usableFromInline var value: Value
        @usableFromInline let isEqual: ((Value, Value) -> Bool)?

        @inlinable
        init(_ value: Value, isEqual: ((Value, Value) -> Bool)?) {
            self.value = value
            self.isEqual = isEqual
        }
    }

    /// Creates a property. Every assignment counts as a change.
    @inlinable
    public init(wrappedValue: Value) {
        box = Box(wrappedValue, isEqual: nil)
    }

    /// Creates a property. An assignment of an equal value does not count as a change.
    @inlinable
    public init(wrappedValue: Value) where Value: Equatable {
        box = Box(wrappedValue, isEqual: ==)
    }

    /// The value. Queue only.
    @inlinable public var wrappedValue: Value {
        get {
            box.noteRead()
            return box.value
        }
        nonmutating set {
            if let isEqual = box.isEqual, isEqual(box.value, newValue) { return }
            box.value = newValue
            box.noteChange()
        }
        nonmutating _modify {
            yield &box.value
            box.noteChange()
        }
    }
}
