import MobiusCore

/// A type that performs the actions of a single module.
public protocol Dispatcher {
    /// The type of the actions.
    associatedtype ActionType: Action

    /// Performs or starts `action`. Called on the store's queue, so this must not block.
    ///
    /// - Parameters:
    ///   - store: The store to which the mutations are committed, now or later, from any thread.
    ///   - action: The action to perform.
    func dispatch(store: FluxStore, action: ActionType)
}

/// A type that performs the actions of a single module, each in a new task.
public protocol AsyncDispatcher: Sendable {
    /// The type of the actions.
    associatedtype ActionType: Action

    /// Performs `action`.
    ///
    /// - Parameters:
    ///   - store: The store to which the mutations are committed. It is retained until the action is done.
    ///   - action: The action to perform.
    func dispatch(store: FluxStore, action: ActionType) async
}

/// A type that passes each action to the dispatcher of its module, such as ``RoutingDispatcher``.
public protocol RootDispatcher {
    /// Performs or starts `action`. Called on the store's queue, so this must not block.
    func dispatch(store: FluxStore, action: any Action)
}

extension RootDispatcher {
    /// Reports an action without a dispatcher as an error through `MobiusHooks`.
    ///
    ///     switch action {
    ///     case let action as CounterAction: counterDispatcher.dispatch(store: store, action: action)
    ///     default: refuse(action)
    ///     }
    public func refuse(_ action: any Action) -> Never {
        MobiusHooks.fail(
            "\(type(of: self)) has no dispatcher for \(type(of: action)); route it to one before \(action) is dispatched"
        )
    }
}

/// A request for an operation, with its parameters. A dispatcher performs it and commits mutations.
///
///     enum CounterAction: Action {
///         case incrementRandom
///         case incrementLater(by: Int, after: Duration)
///     }
///
/// An action passes between threads, so the protocol requires `Sendable`. An enumeration of plain values meets the
/// requirement.
public protocol Action: Sendable {}
