/// A module of the state: a set of related properties with a committer of its own.
///
///     final class CounterState: FluxState {
///         @Published var count = 0
///     }
///
/// Renderings read the properties of the module and committers change them, on the store's queue. When a ``Published`` property
/// changes, the renderings that have read it run again.
open class FluxState {
    /// Creates a module.
    public init() {}
}

/// The root of the state, which contains all modules.
///
///     final class AppRootState: RootState {
///         let counterState = CounterState()
///     }
open class RootState {
    /// Creates the root state for a store.
    public init() {}
}
