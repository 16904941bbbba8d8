/// A request to change stores, with the data that they need. A ``Dispatcher`` passes it to all handlers.
///
/// An action passes between threads, so the protocol requires `Sendable`. A structure of plain values meets the
/// requirement.
public protocol Action: Sendable {}

/// An asynchronous operation that dispatches actions.
public protocol AsyncAction {
    /// Starts the operation. Called on the thread that dispatches it.
    ///
    /// - Parameter callback: Dispatches an action. May be called from any thread, any number of times, now or later. It
    ///   has no effect after the dispatcher has been released.
    func exec(callback: @escaping Dispatcher.AsyncActionCallback)
}
