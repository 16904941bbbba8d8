import MobiusCore

/// A part of a program's state: values that are observed, and the handlers that change them.
///
///     final class CounterStore: Store {
///         let count = ObservableValue(0)
///
///         init(with dispatcher: Dispatcher) {
///             dispatcher.register(Increment.self) { [count] increment in count.value += increment.amount }
///         }
///     }
///
/// The values may be observed and read from any thread. Only the store's handlers change them, one at a time.
public protocol Store {
    /// Creates the store and registers its handlers.
    init(with dispatcher: Dispatcher)
}

extension Store {
    /// Notifies the observers of all values of the store, as if the current values had just been set.
    ///
    /// The values are the stored properties of the store itself. Properties of a superclass, and values inside other
    /// properties, are not included.
    public func publish() {
        for child in Mirror(reflecting: self).children { (child.value as? any Publishable)?.publish() }
    }
}

/// An object that can notify its observers of its current value.
protocol Publishable {
    func publish()
}

extension ObservableValue: Publishable {}
