/// The models that a view on a queue of its own has yet to receive. It decides which models are kept, and when the view
/// must be called.
///
/// A view that keeps up receives each model. A view that falls behind by more than ``limit`` models skips the oldest.
/// This bounds the backlog of a slow view, and the view always receives the newest model.
struct ViewBacklog<Model> {
    /// The maximum number of models that wait for a view.
    static var limit: Int { 64 }

    private enum Phase {
        /// The view is not connected yet.
        case opening
        /// The view has received all models.
        case idle
        /// The owner has been requested to call `takeAll()`, and has not called it yet.
        case calling
        /// The view receives no more models.
        case closed
    }

    private var phase = Phase.opening
    private var models: [Model] = []

    var isClosed: Bool { phase == .closed }

    /// Adds a new model.
    ///
    /// - Returns: Whether the owner must schedule a call of `takeAll()` on the view's queue.
    mutating func put(_ model: Model) -> Bool {
        guard phase != .closed else { return false }
        if models.count == Self.limit { models.removeFirst() }
        models.append(model)
        return call()
    }

    /// Records that the view is connected.
    ///
    /// - Returns: Whether the owner must schedule a call of `takeAll()` on the view's queue.
    mutating func open() -> Bool {
        guard phase == .opening else { return false }
        phase = .idle
        return call()
    }

    /// - Returns: The models to pass to the view now, oldest first.
    mutating func takeAll() -> [Model] {
        guard phase == .calling else { return [] }
        phase = .idle
        defer { models = [] }
        return models
    }

    /// Drops the waiting models, and refuses all later ones.
    mutating func close() {
        phase = .closed
        models = []
    }

    private mutating func call() -> Bool {
        guard phase == .idle, !models.isEmpty else { return false }
        phase = .calling
        return true
    }
}
