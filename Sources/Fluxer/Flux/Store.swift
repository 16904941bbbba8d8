import MobiusCore

/// A part of the state of a program, as values that are observed, and the handlers that change them.
///
///     final class CounterStore: Store {
///         let count = ObservableValue(0)
///
///         init(with dispatcher: Dispatcher) {
///             dispatcher.register(Increment.self) { [count] increment in count.value += increment.amount }
///         }
///     }
///
/// The values may be observed and read from any thread. Only the store's handlers change them, which run one at a time.
public protocol Store {
    /// Makes the store, and registers its handlers.
    init(with dispatcher: Dispatcher)
}

extension Store {
    /// Tells the observers of each of the store's values what it is now, as if it had just been set.
    ///
    /// The values are the store's own stored properties; those of a superclass or inside other values are left out.
    public func publish() {
        for child in Mirror(reflecting: self).children { (child.value as? any Publishable)?.publish() }
    }
}

/// Something whose observers can be told what it is.
protocol Publishable {
    func publish()
}

extension ObservableValue: Publishable {}
