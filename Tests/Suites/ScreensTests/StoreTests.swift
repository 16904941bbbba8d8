import CarillonTest
import FluxusScreens
import TestSupport
import Testing

// A store on the board's queue, with `@Published` properties instead of a `didChange`.

private final class AppState: RootState {
    let list = ListState()
}

private final class ListState: FluxState {
    @Published var names = ["a", "b", "c"]
    @Published var marked: Set<String> = []
}

private enum ListMutation: Mutation {
    case mark(String)
    case rename([String])
}

private struct ListCommitter: Committer {
    func commit(state: ListState, mutation: ListMutation) {
        switch mutation {
        case .mark(let name): state.marked.insert(name)
        case .rename(let names): state.names = names
        }
    }
}

private struct ListView: View {
    @EnvironmentObject var store: FluxStore
    @EnvironmentObject var state: ListState

    var body: some View {
        List {
            ForEach(state.names, id: \.self) { name in
                Button(action: { store.commit(ListMutation.mark(name)) }) { RowView(name: name) }
            }
        }
    }
}

private struct RowView: View {
    let name: String
    @EnvironmentObject var state: ListState

    var body: some View { Text(state.marked.contains(name) ? "\(name) is marked" : name) }
}

/// A program with a store, and a loop whose model is the number of marked names.
func makeMarks(on board: Board) throws -> MobiusController<Int, Int, Never> {
    let state = AppState()
    let store = makeStore(of: state, on: board.queue)
    let screen = try board.screen("panel").control(by: board.encoder("knob"))
    screen.rootViewController = UIHostingController(
        rootView: ListView().environmentObject(store).environmentObject(state.list))
    return Mobius.loop(update: countMarks, effectHandler: EffectRouter<Never, Int>().asConnectable)
        .withEventSource(
            board.events(
                store.eventSource(state.list) { $0.marked.count }, try board.button("remove").pressed(send: -1))
        )
        .makeController(from: 0, on: board.queue)
}

private func countMarks(model: Int, event: Int) -> Next<Int, Never> { .next(event) }

private func makeStore(of state: AppState, on queue: any LoopQueue) -> FluxStore {
    FluxStore(
        withState: state, withCommitter: RoutingCommitter<AppState>().route(ListCommitter()) { $0.list },
        withDispatcher: nil, on: queue)
}

@Suite struct StoreTests {
    private let bench: Bench<Void>
    private let store: FluxStore
    private let screen: Screen

    init() throws {
        bench = try Bench()
        let state = AppState()
        store = makeStore(of: state, on: bench.board.queue)
        _ = try bench.board.lcd("panel")
        screen = try bench.board.screen("panel").control(by: bench.board.encoder("knob"))
        screen.rootViewController = UIHostingController(
            rootView: ListView().environmentObject(store).environmentObject(state.list))
    }

    private var text: String { get throws { try bench.screen("panel").text } }

    private func commit(_ mutation: ListMutation) {
        store.commit(mutation)
        bench.advance(by: .zero)
    }

    @Test func propertiesThatVisibleRowsReadAreObserved() throws {
        expectEqual(try text, ">a\nb")
        // This row was not visible when the list was described.
        try bench.turn("knob", by: 2)
        expectEqual(try text, "b\n>c")
        commit(.mark("c"))
        expectEqual(try text, "b\n>c is marked")
        try bench.screen("panel").press("b")
        expectEqual(try text, ">b is marked\nc is marked")
    }

    @Test func focusFollowsAnElementThatMoves() throws {
        try bench.turn("knob", by: 2)
        commit(.rename(["x", "c", "y", "z"]))
        expectEqual(try text, ">c\ny")
    }

    @Test func equalStateIsNotDrawnAgain() throws {
        commit(.rename(["x", "y"]))
        let drawings = screen.drawings
        commit(.rename(["x", "y"]))
        expectEqual(screen.drawings, drawings)
        screen.rootViewController = nil
        #expect(try bench.text("panel") == nil)
        commit(.rename(["z"]))
        #expect(try bench.text("panel") == nil)
    }
}
