import CarillonScheduling
import MobiusCore

/// The state of a store and its operations, which run one at a time in order.
///
/// It is separate from the store, because clients may reference the store weakly. Each use of such an object costs more
/// than everything else here.
///
/// Unchecked Sendable: used on `context` only, by one caller at a time.
final class StoreCore: @unchecked Sendable {
    private enum Phase {
        /// Idle, or performing an action.
        case ready
        /// Changing the state.
        case committing
        /// Running the renderings that have read the changed state.
        case rendering
    }

    private enum Request {
        case mutation(any Mutation)
        case action(any Action, FluxStore)
    }

    let state: RootState
    let rootCommitter: any RootCommitter
    let rootDispatcher: (any RootDispatcher)?
    let context: ExecutionContext
    @exclusivity(unchecked) private var phase = Phase.ready
    /// The requests that arrived during a commit or a rendering.
    @exclusivity(unchecked) private var waiting = FIFO<Request>()
    private var renderings = Members<Rendering>()
    /// Whether the store has been released.
    private var isEnded = false
    /// The renderings to run after the current commit.
    @exclusivity(unchecked) private var stale: [Rendering] = []
    /// The number of runs of all renderings.
    @exclusivity(unchecked) private var runs = 0

    init(
        state: RootState, rootCommitter: any RootCommitter, rootDispatcher: (any RootDispatcher)?,
        queue: (any LoopQueue)?
    ) {
        self.state = state
        self.rootCommitter = rootCommitter
        self.rootDispatcher = rootDispatcher
        context = ExecutionContext(queue)
    }

    func receive(_ mutation: any Mutation) {
        guard phase == .ready else { return waiting.append(.mutation(mutation)) }
        process(mutation)
        processWaiting()
    }

    func receive(_ action: any Action, of store: FluxStore) {
        guard phase == .ready else { return waiting.append(.action(action, store)) }
        process(action, of: store)
    }

    /// Runs a rendering for the first time.
    func begin(_ rendering: Rendering) {
        guard !isEnded, rendering.isActive.load(ordering: .relaxed) else { return }
        renderings.add(rendering)
        let previous = phase
        phase = .rendering
        render(rendering)
        phase = previous
        if phase == .ready { processWaiting() }
    }

    func end(_ rendering: Rendering) {
        rendering.forgetAll()
        renderings.remove(rendering)
    }

    /// Renderings hold an unsafe reference to the core. A queue that has been stopped does not run `endAll()`.
    deinit {
        endAll()
    }

    /// Ends all renderings when the store is released, and ignores those that have not begun.
    func endAll() {
        isEnded = true
        for rendering in renderings.slots {
            rendering?.end()
            rendering?.forgetAll()
        }
        renderings.removeAll()
    }

    // MARK: For renderings

    /// Whether the state may be changed now.
    var isCommitting: Bool { phase == .committing }

    func note(stale rendering: Rendering) {
        stale.append(rendering)
    }

    // MARK: One request at a time

    private func process(_ mutation: any Mutation) {
        phase = .committing
        rootCommitter.commit(state: state, mutation: mutation)
        if !stale.isEmpty { renderStale() }
        phase = .ready
    }

    private func process(_ action: any Action, of store: FluxStore) {
        guard let rootDispatcher else {
            MobiusHooks.fail(
                "the store has no dispatcher for \(type(of: action)); create it with one before \(action) is dispatched"
            )
        }
        rootDispatcher.dispatch(store: store, action: action)
    }

    private func processWaiting() {
        while let request = waiting.popFirst() {
            switch request {
            case .mutation(let mutation): process(mutation)
            case .action(let action, let store): process(action, of: store)
            }
        }
    }

    private func renderStale() {
        phase = .rendering
        // The last one first: taking it out costs less than a copy and `removeAll`.
        if stale.count > 1 { stale.sort { $0.index > $1.index } }
        while let rendering = stale.popLast() { render(rendering) }
    }

    private func render(_ rendering: Rendering) {
        guard rendering.isActive.load(ordering: .relaxed) else { return }
        runs += 1
        rendering.render(run: runs)
    }
}
