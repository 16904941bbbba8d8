// swift-format-ignore-file
import Dispatch
import FluxusScreens

// Organize your state into modules, for this example we just use a single module
class AppRootState: RootState {
  let counterState = CounterState()
}

// Here is the state module we are using, just a simple BindableObject
class CounterState: FluxState, BindableObject {
  var didChange = PassthroughSubject<CounterState, Never>()

  var count: Int = 0 {
    didSet {
      didChange.send(self)
    }
  }
}

// Mutations define a change in state
enum CounterMutation: Mutation {
  case Increment
  case AddAmount(Int) // + Added line
}

// Committers apply mutations to state
final class CounterCommitter: Committer {
  func commit(state: CounterState, mutation: CounterMutation) {
    switch mutation {
    case .Increment:
      state.count += 1
    case .AddAmount(let amount): // + Added line
      state.count += amount // + Added line
    }
  }
}

// All mutations are first sent to the root committer, which routes them to the
// correct committer module
class AppRootCommitter: RootCommitter {
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

// Getters centralize logic related to retrieving data from the store
class AppRootGetters: RootGetters<AppRootState> {
  var countIsEven: Bool {
    get {
      return state.counterState.count % 2 == 0
    }
  }
}

// Actions define an async operation
enum CounterAction: Action {
  case IncrementRandom
}

// Dispatchers execute actions
final class CounterDispatcher: Dispatcher {
  func dispatch(store: FluxStore, action: CounterAction) {
    switch action {
    case .IncrementRandom:
      CounterDispatcher.IncrementRandom(store: store)
    }
  }

  static func IncrementRandom(store: FluxStore) {
    // This could be any async operation, API call, etc
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100), execute: {
      let exampleResultFromAsyncOperation = Int.random(in: 1..<100)
      // Async operation done, commit mutation
      store.commit(CounterMutation.AddAmount(exampleResultFromAsyncOperation))
    })
  }
}

// All actions are first sent to the root dispatcher, which routes them to the
// correct dispatcher module
final class AppRootDispatcher: RootDispatcher {
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

func scene(_ window: Screen) {
  let state = AppRootState()
  let committer = AppRootCommitter()
  let dispatcher = AppRootDispatcher() // + Added line
  let store = FluxStore(withState: state, withCommitter: committer, withDispatcher: dispatcher) // ~ Updated line
  let getters = AppRootGetters(withState: state) // + Added line

  window.rootViewController = UIHostingController(rootView: ContentView()
    .environmentObject(store)
    .environmentObject(getters) // + Added line
    .environmentObject(state.counterState))
}

import Fluxus

struct ContentView: View {
  @EnvironmentObject var store: FluxStore
  @EnvironmentObject var counterState: CounterState
  @EnvironmentObject var getters: AppRootGetters // + Added line

  var body: some View {
    VStack {
      Text("Count: \(counterState.count)")
        .color(getters.countIsEven ? .orange : .green) // + Added line

      Button(action: { self.store.commit(CounterMutation.Increment) }) {
        Text("Increment")
      }
      // +++ Added lines
      Button(action: { self.store.dispatch(CounterAction.IncrementRandom) }) {
        Text("Increment Random (Async)")
      }
    }
  }
}
