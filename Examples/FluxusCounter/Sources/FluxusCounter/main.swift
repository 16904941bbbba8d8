import Carillon
import FluxusScreens

// A counter with a store. A display shows the count and two controls. One button goes to the next control, and the other one presses
// it. The views, mutations and getters are those of the store; the model of the loop is the count, so that the page and sessions
// show it.

final class CounterState: FluxState {
    @Published var count = 0
}

final class AppState: RootState {
    let counter = CounterState()
}

enum CounterMutation: Mutation {
    case add(Int)
    case reset
}

struct CounterCommitter: Committer {
    func commit(state: CounterState, mutation: CounterMutation) {
        switch mutation {
        case .add(let number): state.count += number
        case .reset: state.count = 0
        }
    }
}

final class AppGetters: RootGetters<AppState> {
    var isEven: Bool { state.counter.count % 2 == 0 }
}

struct CounterView: View {
    @EnvironmentObject var store: FluxStore
    @EnvironmentObject var counter: CounterState
    @EnvironmentObject var getters: AppGetters

    var body: some View {
        Text("\(counter.count)").font(.largeTitle)
        Text(getters.isEven ? "even" : "odd").color(getters.isEven ? .orange : .green)
        HStack {
            Button("+1") { store.commit(CounterMutation.add(1)) }
            Button("+10") { store.commit(CounterMutation.add(10)) }
            Button("Reset") { store.commit(CounterMutation.reset) }
        }
    }
}

func update(model: Int, event count: Int) -> Next<Int, Never> { .next(count) }

func makeFluxusCounter(on board: Board) throws -> MobiusController<Int, Int, Never> {
    let state = AppState()
    let store = FluxStore(
        withState: state, withCommitter: RoutingCommitter<AppState>().route(CounterCommitter()) { $0.counter },
        withDispatcher: nil, on: board.queue)
    let window = try board.screen("panel").control(next: board.button("next"), press: board.button("press"))
    window.rootViewController = UIHostingController(
        rootView: CounterView().environmentObject(store).environmentObject(state.counter)
            .environmentObject(AppGetters(withState: state)))
    return Mobius.loop(update: update, effectHandler: EffectRouter<Never, Int>().asConnectable)
        .withEventSource(store.eventSource(state.counter) { $0.count })
        .makeController(from: 0, on: board.queue)
}

Board.run(wiring: "fluxus-counter", makeFluxusCounter)
