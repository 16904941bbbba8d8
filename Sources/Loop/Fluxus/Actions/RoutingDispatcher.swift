import MobiusCore

/// A root dispatcher that passes each action to the dispatcher for its type.
///
///     let dispatcher = RoutingDispatcher()
///         .route(CounterDispatcher())
///         .route(DoorDispatcher())
///
/// An action of a type without a route is an error that is reported through `MobiusHooks`.
public struct RoutingDispatcher: RootDispatcher {
    /// A structure, because the dictionary would wrap a bare function once more.
    private struct Route {
        let dispatch: (FluxStore, any Action) -> Void
    }

    private var routes: [ObjectIdentifier: Route] = [:]

    /// Creates a dispatcher without routes.
    public init() {}

    /// Returns a copy of the dispatcher with an additional route. A second route for the same type is an error that is
    /// reported through `MobiusHooks`.
    ///
    /// - Parameter dispatcher: The dispatcher that performs the actions of its `ActionType`.
    public func route<D: Dispatcher>(_ dispatcher: D) -> RoutingDispatcher {
        adding(D.self, for: D.ActionType.self) { store, action in dispatcher.dispatch(store: store, action: action) }
    }

    /// Returns a copy of the dispatcher with an additional route. A second route for the same type is an error that is
    /// reported through `MobiusHooks`.
    ///
    /// - Parameter dispatcher: The dispatcher that performs the actions of its `ActionType`, each in a new task.
    public func route<D: AsyncDispatcher>(_ dispatcher: D) -> RoutingDispatcher {
        adding(D.self, for: D.ActionType.self) { store, action in
            Task { await dispatcher.dispatch(store: store, action: action) }
        }
    }

    public func dispatch(store: FluxStore, action: any Action) {
        guard let route = routes[ObjectIdentifier(type(of: action))] else { refuse(action) }
        route.dispatch(store, action)
    }

    private func adding<A: Action>(
        _ dispatcher: Any.Type, for type: A.Type, _ dispatch: @escaping (FluxStore, A) -> Void
    ) -> RoutingDispatcher {
        var copy = self
        let previous = copy.routes.updateValue(
            Route { store, action in dispatch(store, action as! A) }, forKey: ObjectIdentifier(type))
        guard previous == nil else {
            MobiusHooks.fail("duplicate route for \(type) to \(dispatcher); route each type once")
        }
        return copy
    }
}
