import CarillonScheduling
import MobiusCore
import Synchronization

/// A function that handles the actions of a dispatcher, and its progress with the current action.
///
/// Unchecked Sendable: `index` belongs to the registry, which has a lock. The other variables belong to the dispatcher,
/// which runs one piece of work at a time.
final class ActionHandler: Membership, @unchecked Sendable {
    enum Progress {
        /// Not yet called with the action.
        case waiting
        /// Handling the action, or waiting for another handler.
        case pending
        /// Finished with the action.
        case handled
    }

    let token: String
    /// Handles an action. Returns whether the handler accepts its type.
    let handle: @Sendable (any Action) -> Bool
    let isRegistered = Atomic(true)
    var index = 0
    private var progress = Progress.waiting
    /// The number of the action that `progress` refers to.
    private var actionNumber = 0

    init(token: String, handle: @escaping @Sendable (any Action) -> Bool) {
        self.token = token
        self.handle = handle
    }

    func progress(atAction number: Int) -> Progress {
        actionNumber == number ? progress : .waiting
    }

    func setProgress(_ progress: Progress, atAction number: Int) {
        self.progress = progress
        actionNumber = number
    }
}

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
