import Carillon
import Fluxus

// What both loops share: a store.

final class HouseState: FluxState {
    /// Whether nobody is to be disturbed.
    @Published var isQuiet = false
    /// How many have rung meanwhile.
    @Published var missedVisitors = 0
}

final class PanelState: RootState {
    let house = HouseState()
}

enum HouseMutation: Mutation {
    case setQuiet(Bool)
    case missVisitor
}

struct HouseCommitter: Committer {
    func commit(state: HouseState, mutation: HouseMutation) {
        switch mutation {
        case .setQuiet(let isQuiet):
            state.isQuiet = isQuiet
            state.missedVisitors = 0
        case .missVisitor:
            state.missedVisitors += 1
        }
    }
}

func makeStore(of state: PanelState, on queue: any LoopQueue) -> FluxStore {
    let committer = RoutingCommitter<PanelState>().route(HouseCommitter()) { state in state.house }
    return FluxStore(withState: state, withCommitter: committer, withDispatcher: nil, on: queue)
}
