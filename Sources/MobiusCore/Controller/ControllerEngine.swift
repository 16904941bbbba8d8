import CarillonScheduling
import Synchronization

/// A controller's loop and views: does what the controller's state decides.
final class ControllerEngine<Model, Event, Effect>: Sendable {
    private struct State {
        var run: ControllerState<Model, RunningLoop<Model, Event, Effect>>
        var views: [(id: ViewID, view: AnyConnectable<Model, Event>)] = []
        /// While running: ends what is shown to each view.
        var shownViews: [any Disposable] = []
    }

    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var state: OnQueue<State>
    /// Whether there is something to be stopped, for a thread that is not on the loop's queue.
    private let isStarted = Atomic(false)
    private let loopQueue: any LoopQueue
    private let viewQueue: any LoopQueue
    private let initiate: Initiate<Model, Effect>
    private let makeLoop: @Sendable (Model) -> RunningLoop<Model, Event, Effect>

    init(
        model: Model, loopQueue: any LoopQueue, viewQueue: any LoopQueue, initiate: @escaping Initiate<Model, Effect>,
        makeLoop: @escaping @Sendable (Model) -> RunningLoop<Model, Event, Effect>
    ) {
        state = OnQueue(State(run: ControllerState(model: model)), on: loopQueue)
        self.loopQueue = loopQueue
        self.viewQueue = viewQueue
        self.initiate = initiate
        self.makeLoop = makeLoop
    }

    /// Runs `body` on the loop's queue; a caller on another thread waits for it.
    func perform<Result>(_ body: () -> Result) -> Result {
        loopQueue.perform(body)
    }

    var isRunning: Bool { state.run.isRunning }

    /// The model: of the running loop, or the one that the next start begins with.
    var model: Model {
        switch state.run.phase {
        case .stopped(let model), .starting(let model): model
        case .running(let loop): loop.core.model
        }
    }

    /// - Returns: The views that live on another queue: to be connected by the caller, when this queue is free again.
    func start() throws(ControllerMisuse) -> [ViewOnQueue<Model, Event>] {
        let model = try state.run.start()
        isStarted.store(true, ordering: .relaxed)
        let first = initiate(model)
        let loop = makeLoop(first.model)
        state.run.started(loop)
        loop.connect()
        let shown = show(loop)
        loop.begin(first.effects)
        loop.entrance.letGoIfClosed()
        return shown
    }

    func stop() throws(ControllerMisuse) {
        let loop = try state.run.stop { loop in loop.core.model }
        isStarted.store(false, ordering: .relaxed)
        let shownViews = state.shownViews
        state.shownViews = []
        loop.dispose()
        for view in shownViews { view.dispose() }
    }

    /// The controller is gone, and nobody can start or stop it any more: stops the loop, without waiting for it.
    func abandon() {
        guard isStarted.load(ordering: .relaxed) else { return }
        let stop: @Sendable () -> Void = { [self] in try? self.stop() }
        if loopQueue.isCurrent { stop() } else { loopQueue.async(stop) }
    }

    func replaceModel(_ model: Model) throws(ControllerMisuse) {
        try state.run.replaceModel(model)
    }

    func connectView(_ view: AnyConnectable<Model, Event>, id: ViewID) throws(ControllerMisuse) {
        try state.run.mayConnectView()
        state.views.append((id, view))
    }

    func disconnectOnlyView() throws(ControllerMisuse) {
        try state.run.mayDisconnectView()
        guard !state.views.isEmpty else { throw .noViewToDisconnect }
        guard state.views.count == 1 else { throw .severalViewsToDisconnect(state.views.count) }
        state.views = []
    }

    func disconnectView(id: ViewID) throws(ControllerMisuse) {
        try state.run.mayDisconnectView()
        guard let index = state.views.firstIndex(where: { $0.id == id }) else { throw .unknownView("\(id.uuid)") }
        state.views.remove(at: index)
    }

    /// - Returns: The views that are still to be connected.
    private func show(_ loop: RunningLoop<Model, Event, Effect>) -> [ViewOnQueue<Model, Event>] {
        // The effect handler or the event source may have stopped the controller.
        guard loop.core.phase != .disposed else { return [] }
        if viewQueue === loopQueue {
            showInPlace(loop)
            return []
        }
        return state.views.map { _, view in
            let shown = ViewOnQueue(view: view, queue: viewQueue, consumer: loop.consumer)
            state.shownViews.append(shown)
            loop.core.observers.add(shown.show)
            shown.show(loop.core.model)
            return shown
        }
    }

    private func showInPlace(_ loop: RunningLoop<Model, Event, Effect>) {
        for (_, view) in state.views where loop.core.phase != .disposed {
            let connection = view.connect(loop.consumer)
            guard loop.core.phase != .disposed else { return connection.dispose() }
            state.shownViews.append(connection)
            loop.core.observers.add(connection.accept)
            connection.accept(loop.core.model)
        }
    }
}
