import MobiusCore

/// A root committer that finds the committer by the type of the mutation.
///
///     let committer = RoutingCommitter<AppRootState>()
///         .route(CounterCommitter()) { state in state.counterState }
///         .route(DoorCommitter()) { state in state.doorState }
///
/// A mutation of a type that has no route is an error, for `MobiusHooks`, and so is another root state.
public struct RoutingCommitter<State: RootState>: RootCommitter {
    /// In a structure: a bare function would be wrapped once more in the dictionary.
    private struct Route {
        let commit: (State, any Mutation) -> Void
    }

    private var routes: [ObjectIdentifier: Route] = [:]

    /// A committer that knows no mutation.
    public init() {}

    /// A copy of the committer with one more route. A second one for the same type is an error, for `MobiusHooks`.
    ///
    /// - Parameters:
    ///   - committer: Gets the mutations of its type.
    ///   - module: Answers which module of the state it commits to.
    public func route<C: Committer>(_ committer: C, to module: @escaping (State) -> C.StateType) -> RoutingCommitter {
        var copy = self
        let previous = copy.routes.updateValue(
            Route { state, mutation in
                committer.commit(state: module(state), mutation: mutation as! C.MutationType)
            },
            forKey: ObjectIdentifier(C.MutationType.self))
        guard previous == nil else {
            MobiusHooks.fail("there is a route for \(C.MutationType.self) already: \(C.self) would be a second one")
        }
        return copy
    }

    public func commit(state: RootState, mutation: any Mutation) {
        guard let state = state as? State else {
            MobiusHooks.fail(
                "\(Self.self) was given a \(type(of: state)) with \(mutation): make the store with a \(State.self)")
        }
        guard let route = routes[ObjectIdentifier(type(of: mutation))] else { refuse(mutation) }
        route.commit(state, mutation)
    }
}
