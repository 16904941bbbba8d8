// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Fluxus
import TestSupport
import Testing

// The code of the README of Fluxus (seed 003_76ff36c72ca32889.txt), "1) Minimal example", block by block, in Swift's
// language mode 5. The parts that need SwiftUI and Combine are changed: a `@Published` property needs no
// `BindableObject` with a `didChange`, and a rendering of the store replaces a view and its environment.

// MARK: 003, Usage: 1) Minimal example: Create state

// Organize your state into modules, for this example we just use a single module
private class AppRootState: RootState {
    let counterState = CounterState()
}

// Here is the state module we are using
private class CounterState: FluxState {
    @Published var count: Int = 0
}

// MARK: 003, Usage: 1) Minimal example: Create mutations/committers

// Mutations define a change in state
private enum CounterMutation: Mutation {
    case Increment
}

// Committers apply mutations to state
private final class CounterCommitter: Committer {
    func commit(state: CounterState, mutation: CounterMutation) {
        switch mutation {
        case .Increment:
            state.count += 1
        }
    }
}

// All mutations are first sent to the root committer, which routes them to the
// correct committer module
private class AppRootCommitter: RootCommitter {
    let counterCommitter = CounterCommitter()

    // All mutations start here
    func commit(state rootState: RootState, mutation: Mutation) {
        guard let state = rootState as? AppRootState else { return }

        // Route to correct committer
        switch mutation {
        case is CounterMutation:
            // It's a counter mutation, commit it to the counter state
            counterCommitter.commit(state: state.counterState, mutation: mutation as! CounterMutation)
        default:
            print("Unknown mutation type: \(mutation)")
        }
    }
}

@Suite struct MinimalReadmeTests {
    @Test func buttonIncrementsTheCounter() {
        // MARK: 003, Usage: 1) Minimal example: Connect to view

        let state = AppRootState()
        let committer = AppRootCommitter()
        let store = FluxStore(withState: state, withCommitter: committer, withDispatcher: nil)

        let panel = Panel()
        store.render(state.counterState) { counterState in
            ContentView(store: store, counterState: counterState).body.show(on: panel)
        }

        #expect(panel.text == ["Count: 0"])
        panel.press("Increment")
        #expect(panel.text == ["Count: 1"])
        panel.press("Increment")
        #expect(panel.text == ["Count: 2"])
    }
}

// MARK: 003, Usage: 1) Minimal example: Use in views

private struct ContentView {
    let store: FluxStore
    let counterState: CounterState

    var body: VStack {
        VStack {
            Text("Count: \(counterState.count)")

            Button(action: { self.store.commit(CounterMutation.Increment) }) {
                Text("Increment")
            }
        }
    }
}
