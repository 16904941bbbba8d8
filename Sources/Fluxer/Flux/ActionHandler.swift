import CarillonScheduling
import MobiusCore
import Synchronization

/// A function that is given the actions of a dispatcher, and how far it is with the present one.
///
/// Unchecked Sendable: `place` belongs to the registry, which has a lock, and what is variable else to the dispatcher, which
/// does one thing at a time.
final class ActionHandler: Membership, @unchecked Sendable {
    enum Progress {
        /// Has not been given the action yet.
        case waiting
        /// Is at it, or waits for another handler.
        case pending
        /// Is done with it.
        case handled
    }

    let token: String
    /// Answers whether it takes an action of this type.
    let handle: @Sendable (any Action) -> Bool
    let isRegistered = Atomic(true)
    var place = 0
    private var progress = Progress.waiting
    /// The number of the action that `progress` is about.
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
