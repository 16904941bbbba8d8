/// What may change a store: it is dispatched, and carries what the stores need to know.
///
/// An action passes from thread to thread, and so is Sendable, as a structure of plain values is by itself.
public protocol Action: Sendable {}

/// Something that takes a while and then dispatches actions.
public protocol AsyncAction {
    /// Begins. Called on the thread that dispatches it.
    ///
    /// - Parameter callback: Dispatches an action. May be called from any thread, any number of times, now or later; does
    ///   nothing when the dispatcher is gone.
    func exec(callback: @escaping Dispatcher.AsyncActionCallback)
}
