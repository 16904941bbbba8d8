import MobiusCore

/// The owner of the state. Mutations change the state, and actions commit mutations. After each change, the renderings that
/// have read a changed property run again.
///
/// The store processes mutations and actions in order, one at a time. A commit is completed before the next one begins: the
/// state is changed, then each rendering that has read a changed property runs once. Mutations and actions that a rendering
/// sends are processed after the rendering. An action is performed at once, and so are the mutations that it commits.
///
/// The store runs on a queue or, without one, on the threads of its callers. Mutations and actions may come from any thread.
/// With a queue, mutations and actions from other threads are enqueued. Without a queue, mutations and actions that arrive
/// while another thread uses the store are processed by that thread. No caller blocks.
///
/// The store takes over the state, the committer and the dispatcher, and uses them on its queue only.
public final class FluxStore: Sendable {
    /// The state. Read it on the store's queue only: in a rendering, in a dispatcher, in ``read(_:_:)``.
    public var state: RootState { core.state }
    /// The committer, which applies the mutations.
    public var rootCommitter: any RootCommitter { core.rootCommitter }
    /// The dispatcher, which performs the actions; `nil` for a program without actions.
    public var rootDispatcher: (any RootDispatcher)? { core.rootDispatcher }

    private let core: StoreCore

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - state: The state, which the store takes over.
    ///   - rootCommitter: Applies the mutations.
    ///   - rootDispatcher: Performs the actions; `nil` for a program without actions.
    ///   - queue: The queue for commits, actions and renderings, such as a board's; `nil` to run them on the threads of
    ///     the callers.
    public init(
        withState state: RootState, withCommitter rootCommitter: any RootCommitter,
        withDispatcher rootDispatcher: (any RootDispatcher)?, on queue: (any LoopQueue)? = nil
    ) {
        core = StoreCore(state: state, rootCommitter: rootCommitter, rootDispatcher: rootDispatcher, queue: queue)
    }

    deinit {
        if !core.context.tryRun(core.endAll) { core.context.async(core.endAll) }
    }

    /// Applies `mutation` to the state, and runs the renderings again that have read a changed property.
    ///
    /// A mutation without a committer is an error that is reported through `MobiusHooks`; see ``RoutingCommitter``.
    public func commit(_ mutation: any Mutation) {
        let isDone = core.context.tryRun { core.receive(mutation) }
        if !isDone { core.context.async { [core] in core.receive(mutation) } }
    }

    /// Performs or starts `action`.
    ///
    /// An action without a dispatcher, or any action in a store without one, is an error that is reported through
    /// `MobiusHooks`.
    public func dispatch(_ action: any Action) {
        let isDone = core.context.tryRun { core.receive(action, of: self) }
        if !isDone { core.context.async { [self] in core.receive(action, of: self) } }
    }

    /// Returns the result of `body` for a part of the state.
    ///
    /// May be called from any thread. A call outside the store's queue blocks until all earlier commits are done. Do
    /// not call on a thread that code within the store is waiting for, because both would block forever.
    ///
    /// - Parameters:
    ///   - source: A module of the state, or getters.
    ///   - body: Called on the store's queue.
    public func read<Source, Value>(_ source: Source, _ body: (Source) -> Value) -> Value {
        var value: Value?
        core.context.sync { value = body(source) }
        return value!
    }

    /// Runs `body` now, and after each commit that has changed a property that the last run of `body` has read.
    ///
    ///     store.render(state.counterState) { counter in print("count", counter.count) }
    ///
    /// A rendering may commit mutations and dispatch actions, which are processed after it. The rendering must not change the
    /// state itself. Renderings that read the same property run in the order of their creation.
    ///
    /// - Parameters:
    ///   - source: The argument of `body`: a module of the state, or getters.
    ///   - body: Called on the store's queue. The store retains the closure, so the closure must not retain the store.
    /// - Returns: A disposable that ends the rendering. The rendering also ends when the store is released.
    @discardableResult
    public func render<Source>(
        _ source: Source, _ body: @escaping @Sendable (Source) -> Void
    ) -> any Disposable {
        let rendering = Rendering(in: core) { body(source) }
        if !core.context.tryRun({ core.begin(rendering) }) { core.context.async { [core] in core.begin(rendering) } }
        return AnonymousDisposable { [core] in
            rendering.end()
            if !core.context.tryRun({ core.end(rendering) }) { core.context.async { core.end(rendering) } }
        }
    }
}

// A store next to loops. An effect commits a mutation directly: `.to { store.commit(DoorMutation.close) }`.
extension FluxStore {
    /// Returns an event source that sends the values of a part of the state to a loop.
    ///
    ///     .withEventSource(store.eventSource(state.doorState) { door in BellEvent.quietChanged(door.isQuiet) })
    ///
    /// - Parameters:
    ///   - source: The argument of `event`: a module of the state, or getters.
    ///   - event: Returns the event to send when a loop subscribes, and after each commit that has changed a property that
    ///     `event` has read; `nil` sends nothing. Called on the store's queue.
    public func eventSource<Source, Event>(
        _ source: Source, _ event: @escaping @Sendable (Source) -> Event?
    ) -> AnyEventSource<Event> {
        // Unsafe only to the compiler: a part of the state belongs to the store, and is read on the store's queue.
        nonisolated(unsafe) let source = source
        return AnyEventSource { consumer in
            self.render(source) { source in
                guard let event = event(source) else { return }
                // The loop may also read the state while it handles the event, but this rendering does not depend on
                // that.
                Rendering.withCurrent(nil) { consumer(event) }
            }
        }
    }

    /// Returns a view that commits a mutation for each model of a loop, so that the state contains the loop's model.
    ///
    ///     controller.connectView(store.view { model in BellMutation.isRinging(model.isRinging) })
    ///
    /// - Parameter mutation: Returns the mutation to commit for a model.
    public func view<Model>(
        _ mutation: @escaping @Sendable (Model) -> any Mutation
    ) -> AnyConnectable<Model, Never> {
        AnyConnectable { _ in
            Connection(acceptClosure: { model in self.commit(mutation(model)) }, disposeClosure: {})
        }
    }
}
