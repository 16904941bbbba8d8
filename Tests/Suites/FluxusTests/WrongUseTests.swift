import Fluxus
import TestSupport
import Testing

/// Misuse is reported through the same hook as for loops, with the names.
@Suite struct WrongUseTests {
    @Test func aMutationWithoutCommitterIsAnErrorWithItsType() {
        let message = misuse { makeStore(PanelState()).commit(UnknownMutation()) }
        #expect(
            message == """
                RoutingCommitter<PanelState> knows no committer for UnknownMutation: \
                route it to one before UnknownMutation() is committed
                """)
    }

    @Test func anActionWithoutDispatcherIsAnErrorWithItsType() {
        let message = misuse { makeStore(PanelState()).dispatch(UnknownAction()) }
        #expect(
            message == """
                RoutingDispatcher knows no dispatcher for UnknownAction: \
                route it to one before UnknownAction() is dispatched
                """)
    }

    @Test func anActionInAStoreWithoutDispatcherIsAnError() {
        let message = misuse {
            FluxStore(withState: PanelState(), withCommitter: makeCommitter(), withDispatcher: nil)
                .dispatch(UnknownAction())
        }
        #expect(
            message == """
                the store has no dispatcher for UnknownAction: make it with one before UnknownAction() is dispatched
                """)
    }

    @Test func anotherRootStateIsAnError() {
        let message = misuse {
            FluxStore(withState: RootState(), withCommitter: makeCommitter(), withDispatcher: nil)
                .commit(DoorMutation.open)
        }
        #expect(
            message
                == "RoutingCommitter<PanelState> was given a RootState with open: make the store with a PanelState")
    }

    @Test func aRootCommitterOfOnesOwnMayRefuse() {
        struct Own: RootCommitter {
            func commit(state: RootState, mutation: any Mutation) {
                refuse(mutation)
            }
        }
        let message = misuse {
            FluxStore(withState: RootState(), withCommitter: Own(), withDispatcher: nil).commit(DoorMutation.open)
        }
        #expect(
            message == "Own knows no committer for DoorMutation: route it to one before open is committed")
    }

    @Test func twoRoutesForAMutationAreAnError() {
        let message = misuse { _ = makeCommitter().route(DoorCommitter()) { $0.door } }
        #expect(
            message == "there is a route for DoorMutation already: DoorCommitter would be a second one")
    }

    @Test func twoRoutesForAnActionAreAnError() {
        let message = misuse { _ = makeDispatcher().route(DownloadDispatcher()) }
        #expect(
            message == "there is a route for Download already: DownloadDispatcher would be a second one")
    }

    @Test func changingWhatIsRenderedOutsideACommitIsAnError() {
        let expected = "the state, a PanelState, is changed outside a commit: commit a mutation that does it"
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

    @Test func aStateThatIsNotRenderedYetMayBeSetUp() {
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
