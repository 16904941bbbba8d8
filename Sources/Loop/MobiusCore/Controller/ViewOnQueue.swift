import CarillonScheduling

/// A view of a running loop that uses another queue than the loop.
///
/// The view is connected on the thread that starts the controller, and receives models on its queue. It is disposed on
/// the loop's queue or, if it is just receiving a model, right after that, on its own queue. No thread waits for the
/// view.
final class ViewOnQueue<Model, Event>: Disposable, Sendable {
    private let view: AnyConnectable<Model, Event>
    private let queue: any LoopQueue
    private let consumer: Consumer<Event>
    private let backlog = Locked(ViewBacklog<Model>())
    private let turn = CallerQueue()
    private let connection: OnQueue<Connection<Model>?>

    init(view: AnyConnectable<Model, Event>, queue: any LoopQueue, consumer: @escaping Consumer<Event>) {
        self.view = view
        self.queue = queue
        self.consumer = consumer
        connection = OnQueue(nil, on: turn)
    }

    /// Connects the view, unless it has been disposed meanwhile, and has the waiting models passed to it.
    func connect() {
        turn.async { [self] in
            guard !isClosed else { return }
            connection.value = view.connect(consumer)
        }
        if backlog.withLock({ $0.open() }) { call() }
    }

    /// Adds a model to the backlog of the view.
    func show(_ model: Model) {
        // Unsafe for the compiler only: Model is Sendable wherever a controller can be made.
        nonisolated(unsafe) let model = model
        if backlog.withLock({ $0.put(model) }) { call() }
    }

    /// Drops the waiting models, and disposes the connection.
    func dispose() {
        backlog.withLock { $0.close() }
        turn.async { [self] in
            connection.value?.dispose()
            connection.value = nil
        }
    }

    private func call() { queue.performOrEnqueue { [self] in showBacklog() } }

    private func showBacklog() {
        turn.async { [self] in
            let models = backlog.withLock { $0.takeAll() }
            for model in models {
                guard !isClosed else { return }
                connection.value?.accept(model)
            }
        }
    }

    private var isClosed: Bool {
        backlog.withLock { $0.isClosed }
    }
}
