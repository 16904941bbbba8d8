/// Something in the world that sends events by itself: buttons, sensors, a clock.
public protocol EventSource: AnyObject {
    /// What is sent.
    associatedtype Event

    /// Begins to send events.
    ///
    /// - Parameter consumer: Where the events go to. May be called from any thread.
    /// - Returns: Disposed, it ends the subscription. Disposed by the loop on its own queue.
    func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable
}
