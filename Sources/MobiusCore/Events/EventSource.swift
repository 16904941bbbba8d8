/// A source that sends events by itself: buttons, sensors, a clock.
public protocol EventSource: AnyObject {
    /// The events that the source sends.
    associatedtype Event

    /// Starts to send events.
    ///
    /// - Parameter consumer: Takes the events. May be called from any thread.
    /// - Returns: A disposable that ends the subscription. The loop disposes it on its own queue.
    func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable
}
