import Carillon
import Fluxus

// The store that both loops share.

final class HouseState: FluxState {
    /// Whether the bell is quiet.
    @Published var isQuiet = false
    /// The number of visitors who have rung while the bell was quiet.
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
