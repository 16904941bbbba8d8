// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Dispatch
import Fluxus
import TestSupport
import Testing

// The code of the README of Fluxus (seed 003_76ff36c72ca32889.txt), "3) Add actions/dispatchers", block by block, in
// Swift's language mode 5. The code under "1)" is repeated without its comments.

private class AppRootState: RootState {
    let counterState = CounterState()
}

private class CounterState: FluxState {
    @Published var count: Int = 0
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

// MARK: 003, Usage: 3) Add actions/dispatchers: Create actions/dispatchers

// Actions define an async operation
private enum CounterAction: Action {
    case IncrementRandom
}

// Dispatchers execute actions
private final class CounterDispatcher: Dispatcher {
    func dispatch(store: FluxStore, action: CounterAction) {
        switch action {
        case .IncrementRandom:
            CounterDispatcher.IncrementRandom(store: store)
        }
    }

    static func IncrementRandom(store: FluxStore) {
        // This could be any async operation, API call, etc
        DispatchQueue.main.asyncAfter(
            deadline: .now() + .milliseconds(100),
            execute: {
                let exampleResultFromAsyncOperation = Int.random(in: 1..<100)
                // Async operation done, commit mutation
                store.commit(CounterMutation.AddAmount(exampleResultFromAsyncOperation))
            })
    }
}

// All actions are first sent to the root dispatcher, which routes them to the
// correct dispatcher module
private final class AppRootDispatcher: RootDispatcher {
    let counterDispatcher = CounterDispatcher()

    func dispatch(store: FluxStore, action: Action) {
        switch action {
        case is CounterAction:
            counterDispatcher.dispatch(store: store, action: action as! CounterAction)
        default:
            print("Unknown action type: \(action)")
        }
    }
}

// MARK: 003, Usage: 3) Add actions/dispatchers: Update mutations

private enum CounterMutation: Mutation {
    case Increment
    case AddAmount(Int)  // + Added line
}

private final class CounterCommitter: Committer {
    func commit(state: CounterState, mutation: CounterMutation) {
        switch mutation {
        case .Increment:
            state.count += 1
        case .AddAmount(let amount):  // + Added line
            state.count += amount  // + Added line
        }
    }
}

@Suite struct ActionReadmeTests {
    @Test func countIsUpdatedAsynchronously() async {
        let state = AppRootState()
        let committer = AppRootCommitter()

        // MARK: 003, Usage: 3) Add actions/dispatchers: Update SceneDelegate

        let dispatcher = AppRootDispatcher()  // + Added line
        let store = FluxStore(withState: state, withCommitter: committer, withDispatcher: dispatcher)  // ~ Updated line

        let panel = Panel()
        store.render(state.counterState) { counterState in
            ContentView(store: store, counterState: counterState).body.show(on: panel)
        }
        panel.press("Increment")
        #expect(panel.text == ["Count: 1"])
        panel.press("Increment Random (Async)")
        await withCheckedContinuation { continuation in
            store.render(state.counterState) { counterState in
                if counterState.count > 1 { continuation.resume() }
            }
        }
        #expect(panel.text == ["Count: \(state.counterState.count)"])
        #expect((2...100).contains(state.counterState.count))
    }
}

private struct ContentView {
    let store: FluxStore
    let counterState: CounterState

    var body: VStack {
        VStack {
            Text("Count: \(counterState.count)")

            Button(action: { self.store.commit(CounterMutation.Increment) }) {
                Text("Increment")
            }

            // MARK: 003, Usage: 3) Add actions/dispatchers: Update ContentView

            // +++ Added lines
            Button(action: { self.store.dispatch(CounterAction.IncrementRandom) }) {
                Text("Increment Random (Async)")
            }
        }
    }
}
