import MobiusCore

/// Keeps the state: mutations change it, actions end in mutations, and what reads it is rendered.
///
/// Everything happens in order, one at a time. A commit is completed before the next begins: the state is changed, and then
/// whatever has read what was changed is rendered once. What is committed or dispatched by something that is rendered
/// follows after. An action is carried out at once, and so are the mutations that it commits.
///
/// The store lives on a queue or, without one, on the thread of whoever comes. Mutations and actions may come from any
/// thread: one from another thread than the queue's is enqueued; without a queue, one that comes while another thread is at
/// work is left to that thread. Nobody waits.
///
/// Unchecked Sendable: what is constant is Sendable, but for the state, the committer and the dispatcher, which are handed
/// over to the store; they and all else are touched on the store's queue only.
public final class FluxStore: @unchecked Sendable {
    /// The state. To be read on the store's queue: in what is rendered, in a dispatcher, in ``read(_:_:)``.
    public let state: RootState
    /// Applies the mutations.
    public let rootCommitter: any RootCommitter
    /// Carries out the actions.
    public let rootDispatcher: (any RootDispatcher)?

    private enum Phase {
        /// Waiting, or carrying out an action.
        case ready
        /// The state is being changed.
        case committing
        /// What has read the changed state is being rendered.
        case rendering
    }

    private enum Request {
        case mutation(any Mutation)
        case action(any Action)
    }

    private let home: Home
    @exclusivity(unchecked) private var phase = Phase.ready
    @exclusivity(unchecked) private var waiting = FIFO<Request>()
    private var renderings = Members<Rendering>()
    /// What is to be rendered after the present commit.
    @exclusivity(unchecked) private var stale: [Rendering] = []
    /// How often something has been rendered.
    private var runs = 0

    /// A store that lives on the threads of its callers.
    ///
    /// - Parameters:
    ///   - withState: Belongs to the store from now on.
    ///   - withCommitter: Applies the mutations.
    ///   - withDispatcher: Carries out the actions; `nil` for a program without any.
    public convenience init(
        withState state: RootState, withCommitter rootCommitter: any RootCommitter,
        withDispatcher rootDispatcher: (any RootDispatcher)?
    ) {
        self.init(state, rootCommitter, rootDispatcher, home: Home(nil))
    }

    /// A store that lives on a queue, such as that of a board.
    ///
    /// - Parameters:
    ///   - withState: Belongs to the store from now on.
    ///   - withCommitter: Applies the mutations.
    ///   - withDispatcher: Carries out the actions; `nil` for a program without any.
    ///   - queue: Where all of that is done, and whatever is rendered.
    public convenience init(
        withState state: RootState, withCommitter rootCommitter: any RootCommitter,
        withDispatcher rootDispatcher: (any RootDispatcher)?, on queue: any LoopQueue
    ) {
        self.init(state, rootCommitter, rootDispatcher, home: Home(queue))
    }

    private init(
        _ state: RootState, _ rootCommitter: any RootCommitter, _ rootDispatcher: (any RootDispatcher)?, home: Home
    ) {
        self.state = state
        self.rootCommitter = rootCommitter
        self.rootDispatcher = rootDispatcher
        self.home = home
    }

    deinit {
        for rendering in renderings.places { rendering?.forgetAll() }
    }

    /// Changes the state, and renders what has read what was changed.
    ///
    /// A mutation that the committer does not know is an error, for `MobiusHooks`; see ``RoutingCommitter``.
    public func commit(_ mutation: any Mutation) {
        let isDone = home.now { receive(mutation) }
        if !isDone { home.later { [self] in receive(mutation) } }
    }

    /// Carries out `action`, or begins to.
    ///
    /// An action that the dispatcher does not know is an error, for `MobiusHooks`, and so is any if there is none.
    public func dispatch(_ action: any Action) {
        let isDone = home.now { receive(action) }
        if !isDone { home.later { [self] in receive(action) } }
    }

    /// Answers what `body` makes of a part of the state.
    ///
    /// May be called from any thread but, while something waits for that thread, from within the store: elsewhere than on
    /// the store's queue it waits for all that was committed before.
    ///
    /// - Parameters:
    ///   - source: A module of the state, or getters.
    ///   - body: Called on the store's queue.
    public func read<Source, Value>(_ source: Source, _ body: (Source) -> Value) -> Value {
        var value: Value?
        home.wait { value = body(source) }
        return value!
    }

    /// Renders something now, and after each commit that has changed what it read the last time.
    ///
    ///     store.render(state.counterState) { counter in print("count", counter.count) }
    ///
    /// What is rendered may commit and dispatch, which follows after; it must not change the state itself. Several that read
    /// the same are rendered in the order in which they were made.
    ///
    /// - Parameters:
    ///   - source: What `body` reads: a module of the state, or getters.
    ///   - body: Called on the store's queue. It holds the store weakly, if at all: the store holds it.
    /// - Returns: Disposed, it is not rendered any more. That also ends with the store.
    @discardableResult
    public func render<Source>(
        _ source: Source, _ body: @escaping @Sendable (Source) -> Void
    ) -> any Disposable {
        let rendering = Rendering(in: self) { body(source) }
        if !home.now({ begin(rendering) }) { home.later { [self] in begin(rendering) } }
        return AnonymousDisposable { [weak self] in
            rendering.isActive.store(false, ordering: .relaxed)
            guard let self else { return }
            if !home.now({ end(rendering) }) { home.later { [self] in end(rendering) } }
        }
    }

    // MARK: At home

    private func receive(_ mutation: any Mutation) {
        guard phase == .ready else { return waiting.append(.mutation(mutation)) }
        process(mutation)
        processWaiting()
    }

    private func receive(_ action: any Action) {
        guard phase == .ready else { return waiting.append(.action(action)) }
        process(action)
    }

    private func processWaiting() {
        while let request = waiting.popFirst() {
            switch request {
            case .mutation(let mutation): process(mutation)
            case .action(let action): process(action)
            }
        }
    }

    private func process(_ mutation: any Mutation) {
        phase = .committing
        rootCommitter.commit(state: state, mutation: mutation)
        if !stale.isEmpty { renderStale() }
        phase = .ready
    }

    private func process(_ action: any Action) {
        guard let rootDispatcher else {
            MobiusHooks.fail(
                "the store has no dispatcher for \(type(of: action)): make it with one before \(action) is dispatched")
        }
        rootDispatcher.dispatch(store: self, action: action)
    }

    private func renderStale() {
        phase = .rendering
        if stale.count > 1 { stale.sort { $0.place < $1.place } }
        for rendering in stale { render(rendering) }
        stale.removeAll(keepingCapacity: true)
    }

    private func render(_ rendering: Rendering) {
        guard rendering.isActive.load(ordering: .relaxed) else { return }
        runs += 1
        rendering.render(run: runs)
    }

    private func begin(_ rendering: Rendering) {
        guard rendering.isActive.load(ordering: .relaxed) else { return }
        renderings.add(rendering)
        let previous = phase
        phase = .rendering
        render(rendering)
        phase = previous
        if phase == .ready { processWaiting() }
    }

    private func end(_ rendering: Rendering) {
        rendering.forgetAll()
        renderings.remove(rendering)
    }

    // MARK: For what is rendered

    /// Whether the calling thread may change the state.
    var isCommitting: Bool { phase == .committing && home.isCurrent }

    func note(stale rendering: Rendering) {
        stale.append(rendering)
    }
}
