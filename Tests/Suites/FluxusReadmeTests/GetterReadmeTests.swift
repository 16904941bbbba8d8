// swift-format-ignore-file: AlwaysUseLowerCamelCase, UseSingleLinePropertyGetter
import Fluxus
import TestSupport
import Testing

// The code of the README of Fluxus (seed 003_76ff36c72ca32889.txt), "2) Add getters", block by block, in Swift's
// language mode 5. The code under "1)" is repeated without its comments.

private class AppRootState: RootState {
    let counterState = CounterState()
}

private class CounterState: FluxState {
    @Published var count: Int = 0
}

private enum CounterMutation: Mutation {
    case Increment
}

private final class CounterCommitter: Committer {
    func commit(state: CounterState, mutation: CounterMutation) {
        switch mutation {
        case .Increment:
            state.count += 1
        }
    }
}

private class AppRootCommitter: RootCommitter {
    let counterCommitter = CounterCommitter()

    func commit(state rootState: RootState, mutation: Mutation) {
        guard let state = rootState as? AppRootState else { return }
        switch mutation {
        case is CounterMutation:
            counterCommitter.commit(state: state.counterState, mutation: mutation as! CounterMutation)
        default:
            print("Unknown mutation type: \(mutation)")
        }
    }
}

// MARK: 003, Usage: 2) Add getters: Create getter

// Getters centralize logic related to retrieving data from the store
private class AppRootGetters: RootGetters<AppRootState> {
    var countIsEven: Bool {
        get {
            return state.counterState.count % 2 == 0
        }
    }
}

@Suite struct GetterReadmeTests {
    @Test func colorChangesWithTheGetter() {
        // MARK: 003, Usage: 2) Add getters: Update SceneDelegate

        let state = AppRootState()
        let committer = AppRootCommitter()
        let store = FluxStore(withState: state, withCommitter: committer, withDispatcher: nil)
        let getters = AppRootGetters(withState: state)  // + Added line

        let panel = Panel()
        store.render(getters) { getters in
            ContentView(store: store, counterState: getters.state.counterState, getters: getters).body.show(on: panel)
        }

        #expect(panel.text == ["Count: 0 in orange"])
        panel.press("Increment")
        #expect(panel.text == ["Count: 1 in green"])
    }
}

// MARK: 003, Usage: 2) Add getters: Update View

private struct ContentView {
    let store: FluxStore
    let counterState: CounterState
    let getters: AppRootGetters  // + Added line

    var body: VStack {
        VStack {
            Text("Count: \(counterState.count)")
                .color(getters.countIsEven ? .orange : .green)  // + Added line

            Button(action: { self.store.commit(CounterMutation.Increment) }) {
                Text("Increment")
            }
        }
    }
}
