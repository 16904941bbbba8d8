/// Decides which models a view on a queue of its own is still to be shown, and when it has to be called.
///
/// A view that keeps up is shown each model. One that falls behind by more than ``limit`` skips the oldest: what a slow
/// view owes is bounded, and the newest model is always shown.
struct ViewBacklog<Model> {
    /// How many models may wait for a view.
    static var limit: Int { 64 }

    private enum Phase {
        /// The view is not connected yet.
        case opening
        /// The view has been shown all.
        case idle
        /// The owner has been asked to call `takeAll()`, and has not yet.
        case calling
        /// The view is not shown anything any more.
        case closed
    }

    private var phase = Phase.opening
    private var models: [Model] = []

    var isClosed: Bool { phase == .closed }

    /// There is a new model.
    ///
    /// - Returns: Whether the owner is to have `takeAll()` called on the view's queue.
    mutating func put(_ model: Model) -> Bool {
        guard phase != .closed else { return false }
        if models.count == Self.limit { models.removeFirst() }
        models.append(model)
        return call()
    }

    /// The view is connected.
    ///
    /// - Returns: Whether the owner is to have `takeAll()` called on the view's queue.
    mutating func open() -> Bool {
        guard phase == .opening else { return false }
        phase = .idle
        return call()
    }

    /// - Returns: What the view is to be shown now, oldest first.
    mutating func takeAll() -> [Model] {
        guard phase == .calling else { return [] }
        phase = .idle
        defer { models = [] }
        return models
    }

    /// The view is to be disposed.
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
