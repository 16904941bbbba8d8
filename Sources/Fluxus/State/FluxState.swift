/// A module of the state: a part that belongs together, with a committer of its own.
///
///     final class CounterState: FluxState {
///         @Published var count = 0
///     }
///
/// Its properties are read in what a store renders, and changed by committers, on the store's queue. Those that are
/// ``Published`` have whatever read them rendered anew.
open class FluxState {
    /// A module.
    public init() {}
}

/// All modules of the state.
///
///     final class AppRootState: RootState {
///         let counterState = CounterState()
///     }
open class RootState {
    /// The state that a store is made with.
    public init() {}
}
