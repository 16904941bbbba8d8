import MobiusCore

/// A root committer that passes each mutation to the committer for its type.
///
///     let committer = RoutingCommitter<AppRootState>()
///         .route(CounterCommitter()) { state in state.counterState }
///         .route(DoorCommitter()) { state in state.doorState }
///
/// A mutation of a type without a route, or a root state of another type, is an error that is reported through
/// `MobiusHooks`.
public struct RoutingCommitter<State: RootState>: RootCommitter {
    /// A structure, because the dictionary would wrap a bare function once more.
    private struct Route {
        let commit: (State, any Mutation) -> Void
    }

    private var routes: [ObjectIdentifier: Route] = [:]

    /// Creates a committer without routes.
    public init() {}

    /// Returns a copy of the committer with an additional route. A second route for the same type is an error that is
    /// reported through `MobiusHooks`.
    ///
    /// - Parameters:
    ///   - committer: The committer that applies the mutations of its `MutationType`.
    ///   - module: Returns the committer's module of the state.
    public func route<C: Committer>(_ committer: C, to module: @escaping (State) -> C.StateType) -> RoutingCommitter {
        var copy = self
        let previous = copy.routes.updateValue(
            Route { state, mutation in
                committer.commit(state: module(state), mutation: mutation as! C.MutationType)
            },
            forKey: ObjectIdentifier(C.MutationType.self))
        guard previous == nil else {
            MobiusHooks.fail("duplicate route for \(C.MutationType.self) to \(C.self); route each type once")
        }
        return copy
    }

    public func commit(state: RootState, mutation: any Mutation) {
        guard let state = state as? State else {
            MobiusHooks.fail(
                "\(Self.self) received a \(type(of: state)) with \(mutation); create the store with a \(State.self)")
        }
        guard let route = routes[ObjectIdentifier(type(of: mutation))] else { refuse(mutation) }
        route.commit(state, mutation)
    }
}
