/// A module of the state: a set of related properties with a committer of its own.
///
///     final class CounterState: FluxState {
///         @Published var count = 0
///     }
///
/// Renderings read its properties and committers change them, on the store's queue. A change of a ``Published``
/// property repeats the renderings that have read it.
open class FluxState {
    /// Creates a module.
    public init() {}
}

/// All modules of the state.
///
///     final class AppRootState: RootState {
///         let counterState = CounterState()
///     }
open class RootState {
    /// Creates the root state for a store.
    public init() {}
}
