import MobiusCore

/// A root dispatcher that finds the dispatcher by the type of the action.
///
///     let dispatcher = RoutingDispatcher()
///         .route(CounterDispatcher())
///         .route(DoorDispatcher())
///
/// An action of a type that has no route is an error, for `MobiusHooks`.
public struct RoutingDispatcher: RootDispatcher {
    /// In a structure: a bare function would be wrapped once more in the dictionary.
    private struct Route {
        let dispatch: (FluxStore, any Action) -> Void
    }

    private var routes: [ObjectIdentifier: Route] = [:]

    /// A dispatcher that knows no action.
    public init() {}

    /// A copy of the dispatcher with one more route. A second one for the same type is an error, for `MobiusHooks`.
    ///
    /// - Parameter dispatcher: Gets the actions of its type.
    public func route<D: Dispatcher>(_ dispatcher: D) -> RoutingDispatcher {
        adding(D.self, for: D.ActionType.self) { store, action in dispatcher.dispatch(store: store, action: action) }
    }

    /// A copy of the dispatcher with one more route. A second one for the same type is an error, for `MobiusHooks`.
    ///
    /// - Parameter dispatcher: Gets the actions of its type, each in a task of its own.
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
            MobiusHooks.fail("there is a route for \(type) already: \(dispatcher) would be a second one")
        }
        return copy
    }
}
