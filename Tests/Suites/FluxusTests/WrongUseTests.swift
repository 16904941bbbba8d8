import Fluxus
import TestSupport
import Testing

/// Misuse is reported through the same hook as for loops, with the names.
@Suite struct WrongUseTests {
    @Test func mutationWithoutCommitterIsAnErrorWithItsType() {
        let message = misuse { makeStore(PanelState()).commit(UnknownMutation()) }
        #expect(
            message == """
                RoutingCommitter<PanelState> has no committer for UnknownMutation; \
                route it to one before UnknownMutation() is committed
                """)
    }

    @Test func actionWithoutDispatcherIsAnErrorWithItsType() {
        let message = misuse { makeStore(PanelState()).dispatch(UnknownAction()) }
        #expect(
            message == """
                RoutingDispatcher has no dispatcher for UnknownAction; \
                route it to one before UnknownAction() is dispatched
                """)
    }

    @Test func actionInAStoreWithoutDispatcherIsAnError() {
        let message = misuse {
            FluxStore(withState: PanelState(), withCommitter: makeCommitter(), withDispatcher: nil)
                .dispatch(UnknownAction())
        }
        #expect(
            message == """
                the store has no dispatcher for UnknownAction; create it with one before UnknownAction() is dispatched
                """)
    }

    @Test func anotherRootStateIsAnError() {
        let message = misuse {
            FluxStore(withState: RootState(), withCommitter: makeCommitter(), withDispatcher: nil)
                .commit(DoorMutation.open)
        }
        #expect(
            message
                == "RoutingCommitter<PanelState> received a RootState with open; create the store with a PanelState")
    }

    @Test func rootCommitterOfOnesOwnMayRefuse() {
        struct Own: RootCommitter {
            func commit(state: RootState, mutation: any Mutation) {
                refuse(mutation)
            }
        }
        let message = misuse {
            FluxStore(withState: RootState(), withCommitter: Own(), withDispatcher: nil).commit(DoorMutation.open)
        }
        #expect(
            message == "Own has no committer for DoorMutation; route it to one before open is committed")
    }

    @Test func twoRoutesForAMutationAreAnError() {
        let message = misuse { _ = makeCommitter().route(DoorCommitter()) { $0.door } }
        #expect(
            message == "duplicate route for DoorMutation to DoorCommitter; route each type once")
    }

    @Test func twoRoutesForAnActionAreAnError() {
        let message = misuse { _ = makeDispatcher().route(DownloadDispatcher()) }
        #expect(
            message == "duplicate route for Download to DownloadDispatcher; route each type once")
    }

    @Test func changingRenderedStateOutsideACommitIsAnError() {
        let expected = "the state, a PanelState, was changed outside of a commit; commit a mutation instead"
        #expect(
            misuse {
                let state = PanelState()
                let store = makeStore(state)
                store.render(state.counter) { _ = $0.count }
                state.counter.count = 1
            } == expected)
        #expect(
            misuse {
                let state = PanelState()
                makeStore(state).render(state.counter) { $0.count += 1 }
            } == expected)
    }

    @Test func stateThatIsNotRenderedYetMayBeSetUp() {
        #expect(
            misuse {
                let state = PanelState()
                let store = makeStore(state)
                state.counter.count = 5
                store.render(state.counter) { _ = $0.count }
                store.commit(CounterMutation.add(1))
            } == nil)
    }
}
