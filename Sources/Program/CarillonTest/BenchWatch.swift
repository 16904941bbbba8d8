import CLibrary
import CarillonGPIO
import CarillonScheduling
import MobiusCore
import MobiusTest

/// Ends a bench whose work never ends, such as a timer of 0 ms that starts itself again, and fails the test. Reports a bench that
/// is slow.
final class BenchWatch: WorkSupervisor {
    private let time: VirtualTime
    private let didFail: @Sendable (any Error) -> Void
    private let state = Locked(Moment())
    private let slowness = Locked(Slowness())
    private let chip: SimulatedChip
    /// Stops the application.
    private let stop = Locked<(@Sendable () -> Void)?>(nil)

    init(_ time: VirtualTime, chip: SimulatedChip, didFail: @escaping @Sendable (any Error) -> Void) {
        (self.time, self.chip, self.didFail) = (time, chip, didFail)
    }

    /// Observes the events of an application.
    func follow<Model, Event, Effect>(_ controller: MobiusController<Model, Event, Effect>) {
        stop.withLock { $0 = { [weak controller] in if let controller, controller.running { controller.stop() } } }
        controller.addMonitor(EventObserver(watch: self))
    }

    func willRun(at now: Duration, arrivals: Int) {
        if let work = state.withLock({ $0.willRun(at: now, arrivals: arrivals) }) { end(work) }
        switch slowness.withLock({ $0.willRun(at: now, ContinuousClock.now) }) {
        case .listen: chip.observeUse { [slowness] name in slowness.withLock { $0.saw(name) } }
        case .report(let text):
            chip.observeUse(nil)
            let line = Array("\(text)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
        case nil: break
        }
    }

    fileprivate func willUpdate(_ event: Any) {
        slowness.withLock { if $0.isListening { $0.saw("the event \(event)") } }
        guard let work = state.withLock({ $0.willUpdate(event) }) else { return }
        stop.withLock(\.self)?()
        end(work)
    }

    private func end(_ work: EndlessWork) {
        time.end()
        didFail(work)
        reportFailure("\(work)")
    }
}

/// Reports the events of a loop.
private final class EventObserver<Model, Event, Effect>: LoopMonitor {
    private let watch: BenchWatch

    init(watch: BenchWatch) { self.watch = watch }

    func began(_ first: First<Model, Effect>, update: Update<Model, Event, Effect>) {}
    func willUpdate(_ event: Event) { watch.willUpdate(event) }
    func didUpdate(_ model: Model, _ event: Event, _ next: Next<Model, Effect>) {}
}
