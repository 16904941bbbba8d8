#if canImport(FoundationEssentials)
    public import struct FoundationEssentials.UUID
#else
    public import struct Foundation.UUID
#endif

/// A loop that can be stopped and started again, on a queue of its own, with views.
///
/// Who owns whom:
///
///     application ──▶ MobiusController ──▶ ControllerEngine ──▶ ControllerState      stopped, starting or running
///                                              │   │
///                                              │   └─────────▶ the views (Connectables)
///                                              │                     while running: ViewOnQueue ──▶ Connection
///                                              ▼
///                                          LoopCore ◀── until it is stopped ── LoopEntrance ◀── consumers
///                                           │ while running                                        ▲
///                                           ├──▶ Connection of the effect handler ─────────────────┤
///                                           └──▶ Connection of the event source ───────────────────┘
///
/// Nothing below the controller refers to it, so that dropping the controller stops the loop.
///
/// Every method may be called from any thread: the work is done on the loop's queue, and a caller on another thread
/// waits for it. The loop's queue never waits for another.
public final class MobiusController<Model, Event, Effect>: Sendable {
    private let engine: ControllerEngine<Model, Event, Effect>

    @usableFromInline
    init(
        model: Model, loopQueue: any LoopQueue, viewQueue: any LoopQueue, initiate: @escaping Initiate<Model, Effect>,
        makeLoop: @escaping @Sendable (Model) -> RunningLoop<Model, Event, Effect>
    ) {
        engine = ControllerEngine(
            model: model, loopQueue: loopQueue, viewQueue: viewQueue, initiate: initiate, makeLoop: makeLoop)
    }

    deinit {
        engine.abandon()
    }

    /// Whether the loop is running.
    public var running: Bool {
        engine.perform { engine.state.isRunning }
    }

    /// The model: of the running loop, or the one that the next start begins with.
    public var model: Model {
        engine.perform { engine.model }
    }

    /// Starts the loop from the model.
    ///
    /// Calls `initiate`, connects the effect handler and the event source, hands out the first effects, and connects the
    /// views, which are shown the first model. All is connected when the call returns.
    ///
    /// Starting a running controller is an error, for ``MobiusHooks``.
    public func start() {
        let views = succeed { engine throws(ControllerMisuse) in try engine.start() }
        for view in views { view.connect() }
    }

    /// Stops the loop, and keeps its model for the next start.
    ///
    /// Events that were sent before, from wherever, have been processed when the call returns; none is after. May be
    /// called by an effect handler or a view; what waits to be processed is then dropped.
    ///
    /// Stopping a controller that is not running is an error, for ``MobiusHooks``.
    public func stop() {
        succeed { engine throws(ControllerMisuse) in try engine.stop() }
    }

    /// Sets the model that the next start begins with. An error, for ``MobiusHooks``, while running.
    public func replaceModel(_ model: Model) {
        // Unsafe for the compiler only: Model is Sendable wherever a controller can be made.
        nonisolated(unsafe) let model = model
        succeed { engine throws(ControllerMisuse) in try engine.replaceModel(model) }
    }

    /// Connects a view, which is told of each model from the next start on, and may send events.
    ///
    /// On a queue of its own a view may fall behind; after 64 models it skips the oldest. Connecting
    /// while running is an error, for ``MobiusHooks``.
    ///
    /// - Parameter view: Connected at each start and disposed at each stop, on the views' queue.
    /// - Returns: The view's id, for ``disconnectView(id:)``.
    @discardableResult
    public func connectView<V: Connectable & Sendable>(_ view: V) -> UUID where V.Input == Model, V.Output == Event {
        connect(AnyConnectable(view)).uuid
    }

    /// Connects a view that sends no events: a display, a lamp.
    ///
    /// Disfavoured, because a view whose type the compiler infers, and any view of a controller whose events are `Never`,
    /// would match both methods.
    ///
    /// - Parameter view: Connected at each start and disposed at each stop, on the views' queue.
    /// - Returns: The view's id, for ``disconnectView(id:)``.
    @discardableResult @_disfavoredOverload
    public func connectView<V: Connectable & Sendable>(_ view: V) -> UUID where V.Input == Model, V.Output == Never {
        connect(AnyConnectable { _ in view.connect { _ in } }).uuid
    }

    /// Disconnects the view. An error, for ``MobiusHooks``, while running, without a view, and with more than one.
    public func disconnectView() {
        succeed { engine throws(ControllerMisuse) in try engine.disconnectOnlyView() }
    }

    /// Disconnects the view that `connectView(_:)` gave `id`. An error, for ``MobiusHooks``, while running, and for an
    /// id that belongs to no view.
    public func disconnectView(id: UUID) {
        let id = ViewID(id)
        succeed { engine throws(ControllerMisuse) in try engine.disconnectView(id: id) }
    }

    private func connect(_ view: AnyConnectable<Model, Event>) -> ViewID {
        let id = ViewID()
        succeed { engine throws(ControllerMisuse) in try engine.connectView(view, id: id) }
        return id
    }

    /// Does `body` on the loop's queue, and reports what it throws on the caller's thread, when the queue is free again.
    private func succeed<Result>(
        _ body: (ControllerEngine<Model, Event, Effect>) throws(ControllerMisuse) -> Result
    ) -> Result {
        let outcome = engine.perform {
            Swift.Result { () throws(ControllerMisuse) in try body(engine) }
        }
        switch outcome {
        case .success(let result):
            return result
        case .failure(let misuse):
            MobiusHooks.fail("MobiusController<\(Model.self), \(Event.self), \(Effect.self)>: \(misuse)")
        }
    }
}
