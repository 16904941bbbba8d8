import MobiusCore

/// Carries out the actions of one module.
public protocol Dispatcher {
    /// What it carries out.
    associatedtype ActionType: Action

    /// Carries out `action`, or begins to. Called on the store's queue, so it must not wait.
    ///
    /// - Parameters:
    ///   - store: Takes the mutations, now or later, from any thread.
    ///   - action: What is to be done.
    func dispatch(store: FluxStore, action: ActionType)
}

/// Carries out the actions of one module, each in a task of its own.
public protocol AsyncDispatcher: Sendable {
    /// What it carries out.
    associatedtype ActionType: Action

    /// Carries out `action`.
    ///
    /// - Parameters:
    ///   - store: Takes the mutations. It lives until the action is done.
    ///   - action: What is to be done.
    func dispatch(store: FluxStore, action: ActionType) async
}

/// Passes each action on to the dispatcher of its module. ``RoutingDispatcher`` is one; others are written by hand.
public protocol RootDispatcher {
    /// Carries out `action`, or begins to. Called on the store's queue, so it must not wait.
    func dispatch(store: FluxStore, action: any Action)
}

extension RootDispatcher {
    /// Reports an action that there is no dispatcher for: an error, for `MobiusHooks`.
    ///
    ///     switch action {
    ///     case let action as CounterAction: counterDispatcher.dispatch(store: store, action: action)
    ///     default: refuse(action)
    ///     }
    public func refuse(_ action: any Action) -> Never {
        MobiusHooks.fail(
            "\(type(of: self)) knows no dispatcher for \(type(of: action)): route it to one before \(action) is dispatched"
        )
    }
}
