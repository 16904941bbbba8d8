import MobiusCore

/// Applies the mutations of one module of the state.
public protocol Committer {
    /// The module.
    associatedtype StateType: FluxState
    /// What changes it.
    associatedtype MutationType: Mutation

    /// Changes `state`. Called on the store's queue, and completed before anything is rendered.
    func commit(state: StateType, mutation: MutationType)
}

/// Passes each mutation on to the committer of its module. ``RoutingCommitter`` is one; others are written by hand.
public protocol RootCommitter {
    /// Changes the part of `state` that the mutation is for. Called on the store's queue.
    func commit(state: RootState, mutation: any Mutation)
}

extension RootCommitter {
    /// Reports a mutation that there is no committer for: an error, for `MobiusHooks`.
    ///
    ///     switch mutation {
    ///     case let mutation as CounterMutation: counterCommitter.commit(state: state.counterState, mutation: mutation)
    ///     default: refuse(mutation)
    ///     }
    public func refuse(_ mutation: any Mutation) -> Never {
        MobiusHooks.fail(
            "\(type(of: self)) knows no committer for \(type(of: mutation)): route it to one before \(mutation) is committed"
        )
    }
}
