/// What is worked out from the whole state, in one place.
///
///     final class AppRootGetters: RootGetters<AppRootState> {
///         lazy var counter = CounterGetters(withState: state.counterState, usingGetters: self)
///         var isBusy: Bool { state.counterState.count > 9 }
///     }
///
/// A getter is read where the state is: in what a store renders, on the store's queue. What it reads counts as read.
open class RootGetters<State> {
    /// The whole state.
    public let state: State
    /// The same as ``state``.
    public var rootState: State { state }

    /// - Parameter state: The state that the store is made with.
    public init(withState state: State) {
        self.state = state
    }
}

/// What is worked out from one module of the state.
///
///     final class CounterGetters: Getters<CounterState, AppRootGetters> {
///         var isEven: Bool { state.count.isMultiple(of: 2) }
///         func isMultiple(of divisor: Int) -> Bool { state.count.isMultiple(of: divisor) }
///     }
open class Getters<State, Root: AnyObject> {
    /// The module.
    public let state: State
    /// The getters of the whole state, which hold this one.
    public unowned let rootGetters: Root

    /// - Parameters:
    ///   - state: The module.
    ///   - rootGetters: The getters that hold the new one.
    public init(withState state: State, usingGetters rootGetters: Root) {
        self.state = state
        self.rootGetters = rootGetters
    }
}
