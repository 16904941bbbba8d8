/// Values that are computed from the root state, all in one type.
///
///     final class AppRootGetters: RootGetters<AppRootState> {
///         lazy var counter = CounterGetters(withState: state.counterState, usingGetters: self)
///         var isBusy: Bool { state.counterState.count > 9 }
///     }
///
/// Use getters only where the state may be read: on the store's queue, for example in renderings. A rendering depends on every
/// property that its getters read.
open class RootGetters<State> {
    /// The root state, from which the values are computed.
    public let state: State
    /// A synonym of ``state``.
    public var rootState: State { state }

    /// Creates getters for the root state.
    ///
    /// - Parameter state: The state that the store is created with.
    public init(withState state: State) {
        self.state = state
    }
}

/// Values that are computed from a single module of the state.
///
///     final class CounterGetters: Getters<CounterState, AppRootGetters> {
///         var isEven: Bool { state.count.isMultiple(of: 2) }
///         func isMultiple(of divisor: Int) -> Bool { state.count.isMultiple(of: divisor) }
///     }
open class Getters<State, Root: AnyObject> {
    /// The module from which the values are computed.
    public let state: State
    /// The getters of the root state, which own these getters.
    public unowned let rootGetters: Root

    /// Creates getters for a module.
    ///
    /// - Parameters:
    ///   - state: The module.
    ///   - rootGetters: The getters that own the new ones.
    public init(withState state: State, usingGetters rootGetters: Root) {
        self.state = state
        self.rootGetters = rootGetters
    }
}
