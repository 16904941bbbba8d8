import CarillonScheduling
import Synchronization

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.UUID
#else
    import struct Foundation.UUID
#endif

/// The loop and the views of a controller. It carries out the decisions of `ControllerState`.
///
/// Unchecked Sendable: the constants are Sendable, and all other properties are accessed on the loop's queue only.
final class ControllerEngine<Model, Event, Effect>: @unchecked Sendable {
    private(set) var state: ControllerState<Model, RunningLoop<Model, Event, Effect>>
    private var views: [(id: UUID, view: AnyConnectable<Model, Event>)] = []
    private var monitors: [any LoopMonitor<Model, Event, Effect>] = []
    /// Whether the running loop is held: its events wait.
    private(set) var isHeld = false
    /// While running: the connections of the views, for disposal.
    private var shownViews: [any Disposable] = []
    /// Whether the controller has been started, for threads that are not on the loop's queue.
    private let isStarted = Atomic(false)
    private let loopQueue: any LoopQueue
    /// The loop's queue without its session, for calls that change nothing in the loop.
    private let unrecorded: any LoopQueue
    private let viewQueue: any LoopQueue
    private let initiate: Initiate<Model, Effect>
    private let makeLoop: @Sendable (Model) -> RunningLoop<Model, Event, Effect>

    init(
        model: Model, loopQueue: any LoopQueue, viewQueue: any LoopQueue, initiate: @escaping Initiate<Model, Effect>,
        makeLoop: @escaping @Sendable (Model) -> RunningLoop<Model, Event, Effect>
    ) {
        state = ControllerState(model: model)
        self.loopQueue = loopQueue
        unrecorded = loopQueue.unrecorded
        self.viewQueue = viewQueue
        self.initiate = initiate
        self.makeLoop = makeLoop
    }

    /// Runs `body` on the loop's queue. A caller on another thread waits for the result.
    func perform<Result>(_ body: () -> Result) -> Result {
        loopQueue.perform(body)
    }

    /// Runs `body`, which only reads, on the loop's queue. It is not an input of a session.
    func read<Result>(_ body: () -> Result) -> Result {
        unrecorded.perform(body)
    }

    /// The model of the running loop, or the model that the next start begins with.
    var model: Model {
        switch state.phase {
        case .stopped(let model), .starting(let model): model
        case .running(let loop): loop.core.model
        }
    }

    /// - Returns: The views that use another queue. The caller connects them after it has left the loop's queue.
    func start() throws(ControllerMisuse) -> [ViewOnQueue<Model, Event>] {
        loopQueue.assertCurrent()
        let model = try state.start()
        isStarted.store(true, ordering: .relaxed)
        let first = initiate(model)
        let loop = makeLoop(first.model)
        state.started(loop)
        loop.connect()
        for monitor in monitors { loop.core.attach(monitor, first: first) }
        let shown = show(loop)
        loop.begin(first.effects)
        loop.entrance.releaseIfClosed()
        return shown
    }

    func stop() throws(ControllerMisuse) {
        loopQueue.assertCurrent()
        let loop = try state.stop { loop in loop.core.model }
        if isHeld { loop.core.endHold() }
        isHeld = false
        isStarted.store(false, ordering: .relaxed)
        let shownViews = self.shownViews
        self.shownViews = []
        loop.dispose()
        for view in shownViews { view.dispose() }
    }

    /// Stops the loop after the controller has been released, without waiting for it. No start or stop can follow.
    func abandon() {
        guard isStarted.load(ordering: .relaxed) else { return }
        loopQueue.performOrEnqueue { [self] in try? stop() }
    }

    func replaceModel(_ model: Model) throws(ControllerMisuse) {
        loopQueue.assertCurrent()
        try state.replaceModel(model)
    }

    /// Not an input of the loop, so it is not part of a session.
    func addMonitor(_ monitor: any LoopMonitor<Model, Event, Effect>) {
        unrecorded.perform { monitors.append(monitor) }
    }

    /// Lets the events of the running loop wait, or lets the loop process them.
    func hold(_ isHeld: Bool) {
        loopQueue.assertCurrent()
        guard case .running(let loop) = state.phase, isHeld != self.isHeld else { return }
        if isHeld {
            self.isHeld = loop.core.hold()
        } else {
            self.isHeld = false
            loop.core.processWaiting()
            loop.entrance.releaseIfClosed()
        }
    }

    /// Processes one of the events that wait for a held loop.
    func step() {
        loopQueue.assertCurrent()
        guard isHeld, case .running(let loop) = state.phase else { return }
        loop.core.step()
        loop.entrance.releaseIfClosed()
    }

    func connectView(_ view: AnyConnectable<Model, Event>, id: UUID) throws(ControllerMisuse) {
        loopQueue.assertCurrent()
        try state.mayConnectView()
        views.append((id, view))
    }

    func disconnectOnlyView() throws(ControllerMisuse) {
        loopQueue.assertCurrent()
        try state.mayDisconnectView()
        guard !views.isEmpty else { throw .noViewToDisconnect }
        guard views.count == 1 else { throw .severalViewsToDisconnect(views.count) }
        views = []
    }

    func disconnectView(id: UUID) throws(ControllerMisuse) {
        loopQueue.assertCurrent()
        try state.mayDisconnectView()
        guard let index = views.firstIndex(where: { $0.id == id }) else { throw .unknownView("\(id)") }
        views.remove(at: index)
    }

    /// - Returns: The views that the caller must connect.
    private func show(_ loop: RunningLoop<Model, Event, Effect>) -> [ViewOnQueue<Model, Event>] {
        // The effect handler or the event source may have stopped the controller.
        guard loop.core.phase != .disposed else { return [] }
        if viewQueue === loopQueue {
            showInPlace(loop)
            return []
        }
        return views.map { _, view in
            let shown = ViewOnQueue(view: view, queue: viewQueue, consumer: loop.consumer)
            shownViews.append(shown)
            loop.core.observers.add(shown.show)
            shown.show(loop.core.model)
            return shown
        }
    }

    private func showInPlace(_ loop: RunningLoop<Model, Event, Effect>) {
        for (_, view) in views where loop.core.phase != .disposed {
            let connection = view.connect(loop.consumer)
            guard loop.core.phase != .disposed else { return connection.dispose() }
            shownViews.append(connection)
            loop.core.observers.add(connection.accept)
            connection.accept(loop.core.model)
        }
    }
}
