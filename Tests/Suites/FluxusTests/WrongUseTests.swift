import Fluxus
import TestSupport
import Testing

/// Misuse is reported through the same hook as for loops, with the names.
@Suite struct WrongUseTests {
    private struct OwnCommitter: RootCommitter {
        func commit(state: RootState, mutation: any Mutation) {
            refuse(mutation)
        }
    }

    private static let changedOutside =
        "the state, a PanelState, was changed outside of a commit; commit a mutation instead"

    static let rows: [Row<@Sendable () -> Void, String?>] = [
        Row(
            "mutation without a committer is an error with its type",
            """
            RoutingCommitter<PanelState> has no committer for UnknownMutation; \
            route it to one before UnknownMutation() is committed
            """
        ) {
            makeStore(PanelState()).commit(UnknownMutation())
        },
        Row(
            "action without a dispatcher is an error with its type",
            """
            RoutingDispatcher has no dispatcher for UnknownAction; \
            route it to one before UnknownAction() is dispatched
            """
        ) {
            makeStore(PanelState()).dispatch(UnknownAction())
        },
        Row(
            "action in a store without a dispatcher is an error",
            "the store has no dispatcher for UnknownAction; create it with one before UnknownAction() is dispatched"
        ) {
            FluxStore(withState: PanelState(), withCommitter: makeCommitter(), withDispatcher: nil)
                .dispatch(UnknownAction())
        },
        Row(
            "another root state is an error",
            "RoutingCommitter<PanelState> received a RootState with open; create the store with a PanelState"
        ) {
            FluxStore(withState: RootState(), withCommitter: makeCommitter(), withDispatcher: nil)
                .commit(DoorMutation.open)
        },
        Row(
            "custom root committer may refuse a mutation",
            "OwnCommitter has no committer for DoorMutation; route it to one before open is committed"
        ) {
            FluxStore(withState: RootState(), withCommitter: OwnCommitter(), withDispatcher: nil)
                .commit(DoorMutation.open)
        },
        Row(
            "two routes for a mutation are an error",
            "duplicate route for DoorMutation to DoorCommitter; route each type once"
        ) {
            _ = makeCommitter().route(DoorCommitter()) { $0.door }
        },
        Row(
            "two routes for an action are an error",
            "duplicate route for Download to DownloadDispatcher; route each type once"
        ) {
            _ = makeDispatcher().route(DownloadDispatcher())
        },
        Row("changing rendered state outside of a commit is an error", changedOutside) {
            let state = PanelState()
            let store = makeStore(state)
            store.render(state.counter) { _ = $0.count }
            state.counter.count = 1
        },
        Row("changing state while rendering is an error", changedOutside) {
            let state = PanelState()
            makeStore(state).render(state.counter) { $0.count += 1 }
        },
        Row("state that is not rendered yet may be set up", nil) {
            let state = PanelState()
            let store = makeStore(state)
            state.counter.count = 5
            store.render(state.counter) { _ = $0.count }
            store.commit(CounterMutation.add(1))
        },
    ]

    @Test(arguments: rows) func misuseIsReported(row: Row<@Sendable () -> Void, String?>) {
        expectEqual(misuse(in: row.given), row.expected, sourceLocation: row.place)
    }
}
