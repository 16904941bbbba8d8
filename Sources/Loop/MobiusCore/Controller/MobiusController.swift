#if canImport(FoundationEssentials)
    public import struct FoundationEssentials.UUID
#else
    public import struct Foundation.UUID
#endif

/// A loop that can be stopped and started again, on a queue of its own, with views.
///
/// Ownership:
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
/// The parts of a controller hold no reference to it, so that releasing the controller stops the loop.
///
/// Every method may be called from any thread. The work runs on the loop's queue, and a caller on another thread waits
/// for it. The loop's queue never waits for another queue.
public final class MobiusController<Model, Event, Effect>: Sendable {
    private let engine: ControllerEngine<Model, Event, Effect>
    private let timing: LoopTiming?

    @usableFromInline
    init(
        model: Model, loopQueue: any LoopQueue, viewQueue: any LoopQueue, timing: LoopTiming? = nil,
        initiate: @escaping Initiate<Model, Effect>,
        makeLoop: @escaping @Sendable (Model) -> RunningLoop<Model, Event, Effect>
    ) {
        self.timing = timing
        engine = ControllerEngine(
            model: model, loopQueue: loopQueue, viewQueue: viewQueue, initiate: initiate, makeLoop: makeLoop)
    }

    deinit {
        engine.abandon()
    }

    /// Whether the loop is running.
    public var running: Bool {
        engine.read { engine.state.isRunning }
    }

    /// The model of the running loop, or the model that the next start begins with.
    public var model: Model {
        engine.read { engine.model }
    }

    /// Starts the loop from ``model``.
    ///
    /// Calls `initiate`, connects the effect handler and the event source, dispatches the first effects, and connects
    /// the views, which receive the first model. Everything is connected when the call returns.
    ///
    /// Starting a running controller is an error, which is reported to ``MobiusHooks``.
    public func start() {
        let views = succeed { engine throws(ControllerMisuse) in try engine.start() }
        for view in views { view.connect() }
    }

    /// Stops the loop, and keeps its model for the next start.
    ///
    /// When the call returns, all events that any thread sent before the call have been processed. No event is processed
    /// later. An effect handler or a view may call this method; events that are waiting are then dropped.
    ///
    /// Stopping a controller that is not running is an error, which is reported to ``MobiusHooks``.
    public func stop() {
        succeed { engine throws(ControllerMisuse) in try engine.stop() }
    }

    /// Sets the model that the next start begins with. Calling it while running is an error, which is reported to
    /// ``MobiusHooks``.
    public func replaceModel(_ model: Model) {
        // Unsafe for the compiler only: Model is Sendable wherever a controller can be made.
        nonisolated(unsafe) let model = model
        succeed { engine throws(ControllerMisuse) in try engine.replaceModel(model) }
    }

    /// Connects a view. From the next start on, the view receives each model and may send events.
    ///
    /// A view on a queue of its own may be slower than the loop. When more than 64 models wait for it, the oldest are skipped.
    /// Connecting a view while running is an error, which is reported to ``MobiusHooks``.
    ///
    /// - Parameter view: Connected at each start and disposed at each stop, on the loop's queue if the views share it. A view
    ///   on another queue is connected on the thread that calls ``start()``, and receives models on its queue. Such a view is
    ///   disposed on the loop's queue. If it is receiving a model at that time, it is disposed right afterwards, on its own
    ///   queue.
    /// - Returns: The view's id, for ``disconnectView(id:)``.
    @discardableResult
    public func connectView<V: Connectable & Sendable>(_ view: V) -> UUID where V.Input == Model, V.Output == Event {
        connect(AnyConnectable(view))
    }

    /// Connects a view that sends no events: a display, a lamp.
    ///
    /// The compiler prefers the other `connectView` method if both match: for a view whose type it infers, and for a controller
    /// whose events are `Never`.
    ///
    /// - Parameter view: Connected and disposed like a view that sends events.
    /// - Returns: The view's id, for ``disconnectView(id:)``.
    @discardableResult @_disfavoredOverload
    public func connectView<V: Connectable & Sendable>(_ view: V) -> UUID where V.Input == Model, V.Output == Never {
        connect(AnyConnectable { _ in view.connect { _ in } })
    }

    /// Disconnects the only view. Calling it while running, without a view, or with more than one view is an error,
    /// which is reported to ``MobiusHooks``.
    public func disconnectView() {
        succeed { engine throws(ControllerMisuse) in try engine.disconnectOnlyView() }
    }

    /// Disconnects the view for which `connectView(_:)` returned `id`. Calling it while running, or with an unknown id,
    /// is an error, which is reported to ``MobiusHooks``.
    public func disconnectView(id: UUID) {
        succeed { engine throws(ControllerMisuse) in try engine.disconnectView(id: id) }
    }

    /// Reports each later run of the loop to `monitor`, from its start on.
    package func addMonitor(_ monitor: any LoopMonitor<Model, Event, Effect>) {
        engine.addMonitor(monitor)
    }

    /// Returns the number of events that missed the deadline, on any thread; nil if the loop has no deadline.
    package var missedDeadlines: (@Sendable () -> Int)? {
        guard let timing, timing.deadline != nil else { return nil }
        return { timing.missedDeadlines }
    }

    /// Whether the loop is held.
    package var isHeld: Bool {
        engine.perform { engine.isHeld }
    }

    /// Holds a running loop, so that its events wait, or lets it go on with those that have waited. Stopping the
    /// controller ends the hold and drops these events.
    package func hold(_ isHeld: Bool) {
        engine.perform { engine.hold(isHeld) }
    }

    /// Lets a held loop process one of the events that wait.
    package func step() {
        engine.perform { engine.step() }
    }

    private func connect(_ view: AnyConnectable<Model, Event>) -> UUID {
        let id = UUID()
        succeed { engine throws(ControllerMisuse) in try engine.connectView(view, id: id) }
        return id
    }

    /// Runs `body` on the loop's queue. Reports an error on the caller's thread, after the caller has left the queue.
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
