import CarillonScheduling
import MobiusCore

/// A loop as the page sees it: its history, and the ways to stop it and to go on.
struct PageLoop: Sendable {
    let history: any HistorySource
    /// Resumes the loop from a model, on the loop's queue. False, without an effect, if it is not running.
    let resume: @Sendable (Any) -> Bool
    /// Whether the loop is held, on the loop's queue.
    var isHeld: Bool { held.withLock { $0 } }
    /// Holds the loop (true) or lets it run (false), on the loop's queue.
    let hold: @Sendable (Bool) -> Void
    /// Lets a held loop process one event, on the loop's queue.
    let step: @Sendable () -> Void

    private let held = Locked(false)

    /// Attaches a history to a controller that has not been started.
    ///
    /// - Parameters:
    ///   - clock: The queue that the times are from.
    ///   - capacity: The number of events to keep.
    ///   - didGrow: Called on the loop's queue for each event.
    init<Model, Event, Effect>(
        _ controller: MobiusController<Model, Event, Effect>, clock: any Scheduler, capacity: Int = 4096,
        didGrow: @escaping @Sendable () -> Void
    ) {
        let history = LoopHistory<Model, Event, Effect>(capacity: capacity, clock: clock, didGrow: didGrow)
        controller.addMonitor(history)
        self.history = history
        resume = { [held] model in
            guard let model = model as? Model, controller.running else { return false }
            controller.stop()
            controller.replaceModel(model)
            controller.start()
            if held.withLock({ $0 }) { controller.hold(true) }
            return true
        }
        hold = { [held] isHeld in
            controller.hold(isHeld)
            held.withLock { $0 = controller.isHeld }
        }
        step = { controller.step() }
    }
}
