/// A property of the state whose changes have whatever read it rendered anew.
///
/// It belongs to the store whose state it is part of. Once it has been rendered, only a mutation may change it: a change
/// outside a commit, or while rendering, is an error, for `MobiusHooks`.
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

    /// A property that is taken to change with each assignment.
    @inlinable
    public init(wrappedValue: Value) {
        box = Box(wrappedValue, isEqual: nil)
    }

    /// A property that has not changed when it is assigned what equals the old value.
    @inlinable
    public init(wrappedValue: Value) where Value: Equatable {
        box = Box(wrappedValue, isEqual: ==)
    }

    /// The value. On the store's queue.
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
