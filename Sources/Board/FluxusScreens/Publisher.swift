import MobiusCore

/// An object that reports its changes, as a state of a store can.
///
///     class CounterState: FluxState, BindableObject {
///         var didChange = PassthroughSubject<CounterState, Never>()
///         var count = 0 {
///             didSet { didChange.send(self) }
///         }
///     }
///
/// A state with ``/Fluxus/Published`` properties needs no `didChange`.
public protocol BindableObject: AnyObject {
    /// The type of the publisher.
    associatedtype PublisherType: Publisher where PublisherType.Failure == Never
    /// The publisher that sends a value after each change.
    var didChange: PublisherType { get }
}

/// A source of values for its subscribers.
public protocol Publisher<Output, Failure> {
    /// The type of the values.
    associatedtype Output
    /// The type of the errors; `Never` for a publisher that does not fail.
    associatedtype Failure: Error
    /// Calls `receive` with each value, on the sender's thread, until the result is disposed of.
    func sink(receiveValue receive: @escaping (Output) -> Void) -> any Disposable
}

/// A publisher of the values that are sent with it. Use it on one thread at a time, such as on the queue of its store.
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    private final class Subscribers { var all: [(id: Int, receive: (Output) -> Void)] = [] }

    private let subscribers = Subscribers()
    private var count = 0

    /// Creates a publisher without subscribers.
    public init() {}

    /// Passes a value to all subscribers, in the order of their subscriptions.
    public func send(_ value: Output) { for (_, receive) in subscribers.all { receive(value) } }

    public func sink(receiveValue receive: @escaping (Output) -> Void) -> any Disposable {
        count += 1
        let id = count
        subscribers.all.append((id, receive))
        // Unsafe only to the compiler: subscriptions end on the thread that sends.
        nonisolated(unsafe) let subscribers = subscribers
        return AnonymousDisposable { [weak subscribers] in subscribers?.all.removeAll { $0.id == id } }
    }
}
