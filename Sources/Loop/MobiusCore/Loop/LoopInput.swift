import CarillonScheduling

/// The entrance to a loop without a queue of its own. It admits one caller at a time, on the caller's thread.
@frozen @usableFromInline
struct LoopInput<Model, Event, Effect>: Sendable {
    @usableFromInline let core: LoopCore<Model, Event, Effect>
    @usableFromInline let turn: CallerQueue

    @inlinable
    init(core: LoopCore<Model, Event, Effect>) {
        self.core = core
        turn = CallerQueue()
    }

    @inlinable
    func send(_ event: Event) {
        switch turn.enter() {
        case .entered:
            let taken = core.receive(event)
            turn.leave()
            if !taken { refuse(event) }
        case .inside:
            if !core.receive(event) { refuse(event) }
        case .busy:
            leaveToOther(event)
        }
    }

    /// Runs `body` between two events, or at once if this thread is processing an event of the loop.
    @inlinable
    func inTurn<Result>(_ body: (LoopCore<Model, Event, Effect>) -> Result) -> Result {
        var result: Result?
        turn.sync { result = body(core) }
        return result!
    }

    @usableFromInline
    func leaveToOther(_ event: Event) {
        // Unsafe for the compiler only: the thread that is processing takes the event over, and this thread does not
        // use it again.
        nonisolated(unsafe) let event = event
        turn.async { [core] in _ = core.receive(event) }
    }

    @usableFromInline
    func refuse(_ event: Event) {
        MobiusHooks.fail(
            "event submitted after dispose: \(event), sent to a MobiusLoop<\(Model.self), \(Event.self), \(Effect.self)>"
        )
    }
}
