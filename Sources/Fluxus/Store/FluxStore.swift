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
/// The state, the committer and the dispatcher are handed over to the store, which uses them on its queue only.
public final class FluxStore: Sendable {
    /// The state. To be read on the store's queue: in what is rendered, in a dispatcher, in ``read(_:_:)``.
    public var state: RootState { core.state }
    /// Applies the mutations.
    public var rootCommitter: any RootCommitter { core.rootCommitter }
    /// Carries out the actions.
    public var rootDispatcher: (any RootDispatcher)? { core.rootDispatcher }

    private let core: StoreCore

    /// A store that lives on the threads of its callers.
    ///
    /// - Parameters:
    ///   - state: Belongs to the store from now on.
    ///   - rootCommitter: Applies the mutations.
    ///   - rootDispatcher: Carries out the actions; `nil` for a program without any.
    public init(
        withState state: RootState, withCommitter rootCommitter: any RootCommitter,
        withDispatcher rootDispatcher: (any RootDispatcher)?
    ) {
        core = StoreCore(state: state, rootCommitter: rootCommitter, rootDispatcher: rootDispatcher, queue: nil)
    }

    /// A store that lives on a queue, such as that of a board.
    ///
    /// - Parameters:
    ///   - state: Belongs to the store from now on.
    ///   - rootCommitter: Applies the mutations.
    ///   - rootDispatcher: Carries out the actions; `nil` for a program without any.
    ///   - queue: Where all of that is done, and whatever is rendered.
    public init(
        withState state: RootState, withCommitter rootCommitter: any RootCommitter,
        withDispatcher rootDispatcher: (any RootDispatcher)?, on queue: any LoopQueue
    ) {
        core = StoreCore(state: state, rootCommitter: rootCommitter, rootDispatcher: rootDispatcher, queue: queue)
    }

    deinit {
        if !core.home.now(core.endAll) { core.home.later(core.endAll) }
    }

    /// Changes the state, and renders what has read what was changed.
    ///
    /// A mutation that the committer does not know is an error, for `MobiusHooks`; see ``RoutingCommitter``.
    public func commit(_ mutation: any Mutation) {
        let isDone = core.home.now { core.receive(mutation) }
        if !isDone { core.home.later { [core] in core.receive(mutation) } }
    }

    /// Carries out `action`, or begins to.
    ///
    /// An action that the dispatcher does not know is an error, for `MobiusHooks`, and so is any if there is none.
    public func dispatch(_ action: any Action) {
        let isDone = core.home.now { core.receive(action, of: self) }
        if !isDone { core.home.later { [self] in core.receive(action, of: self) } }
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
        core.home.wait { value = body(source) }
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
        let rendering = Rendering(in: core) { body(source) }
        if !core.home.now({ core.begin(rendering) }) { core.home.later { [core] in core.begin(rendering) } }
        return AnonymousDisposable { [core] in
            rendering.end()
            if !core.home.now({ core.end(rendering) }) { core.home.later { core.end(rendering) } }
        }
    }
}
