import MobiusCore

/// A type that applies the mutations of a single module of the state.
public protocol Committer {
    /// The type of the module.
    associatedtype StateType: FluxState
    /// The type of the module's mutations.
    associatedtype MutationType: Mutation

    /// Applies `mutation` to `state`. Called on the store's queue. Renderings run after the method has returned.
    func commit(state: StateType, mutation: MutationType)
}

/// A type that passes each mutation to the committer of its module, such as ``RoutingCommitter``.
public protocol RootCommitter {
    /// Applies `mutation` to its module of `state`. Called on the store's queue.
    func commit(state: RootState, mutation: any Mutation)
}

extension RootCommitter {
    /// Reports a mutation without a committer as an error through `MobiusHooks`.
    ///
    ///     switch mutation {
    ///     case let mutation as CounterMutation: counterCommitter.commit(state: state.counterState, mutation: mutation)
    ///     default: refuse(mutation)
    ///     }
    public func refuse(_ mutation: any Mutation) -> Never {
        MobiusHooks.fail(
            "\(type(of: self)) has no committer for \(type(of: mutation)); route it to one before \(mutation) is committed"
        )
    }
}

/// A requested change of the state, with its parameters.
///
/// A mutation passes between threads, so the protocol requires `Sendable`. An enumeration of plain values meets the
/// requirement.
public protocol Mutation: Sendable {}
