import Fluxus
import MobiusCore
import TestSupport

/// A state of two modules, with its mutations and committers.
final class PanelState: RootState {
    let counter = CounterState()
    let door = DoorState()
}

final class CounterState: FluxState {
    @Published var count = 0
    @Published var step = 1
}

final class DoorState: FluxState {
    @Published var isOpen = false
    @Published var visitors: [String] = []
}

enum CounterMutation: Mutation {
    case add(Int)
    case set(count: Int, step: Int)
}

enum DoorMutation: Mutation {
    case open
    case enter(String)
}

struct UnknownMutation: Mutation {}

struct CounterCommitter: Committer {
    func commit(state: CounterState, mutation: CounterMutation) {
        switch mutation {
        case .add(let number): state.count += number
        case .set(let count, let step):
            state.count = count
            state.step = step
        }
    }
}

struct DoorCommitter: Committer {
    func commit(state: DoorState, mutation: DoorMutation) {
        switch mutation {
        case .open: state.isOpen = true
        case .enter(let name): state.visitors.append(name)
        }
    }
}

enum CounterAction: Action {
    case addTwice(Int)
    case addAndRead
}

struct CounterDispatcher: Dispatcher {
    let read = Recorder<Int>()

    func dispatch(store: FluxStore, action: CounterAction) {
        switch action {
        case .addTwice(let number):
            store.commit(CounterMutation.add(number))
            store.commit(CounterMutation.add(number))
        case .addAndRead:
            store.commit(CounterMutation.add(1))
            read.append((store.state as! PanelState).counter.count)
        }
    }
}

struct Download: Action {
    let names: [String]
}

struct DownloadDispatcher: AsyncDispatcher {
    func dispatch(store: FluxStore, action: Download) async {
        for name in action.names {
            await Task.yield()
            store.commit(DoorMutation.enter(name))
        }
    }
}

struct UnknownAction: Action {}

func makeCommitter() -> RoutingCommitter<PanelState> {
    RoutingCommitter<PanelState>()
        .route(CounterCommitter()) { $0.counter }
        .route(DoorCommitter()) { $0.door }
}

func makeDispatcher() -> RoutingDispatcher {
    RoutingDispatcher().route(CounterDispatcher()).route(DownloadDispatcher())
}

func makeStore(_ state: PanelState, on queue: any LoopQueue) -> FluxStore {
    FluxStore(withState: state, withCommitter: makeCommitter(), withDispatcher: makeDispatcher(), on: queue)
}

func makeStore(_ state: PanelState) -> FluxStore {
    FluxStore(withState: state, withCommitter: makeCommitter(), withDispatcher: makeDispatcher())
}
