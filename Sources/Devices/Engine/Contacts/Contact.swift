import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

/// A contact on an input line, the common part of buttons, switches and sensors.
///
/// A change is reported at the first edge, without waiting for the contact to settle; see `Debounce` for the subsequent
/// edges. Even if edges are lost, the level finally matches the line's level.
///
/// The line keeps the contact alive until `close()`. A weak reference would cost more per press than the debouncing.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
final class Contact: @unchecked Sendable {
    /// The behaviour of a contact while its chip is away.
    enum Absence {
        /// The contact is released, because a press cannot be seen.
        case isInactive
        /// The contact keeps its last level.
        case isUnchanged
    }

    /// A change of a contact's level.
    struct Change: Sendable {
        /// The new level.
        let level: Level
        /// The timestamp of the edge. Without an edge, the last time before the change at which the line was observed.
        let time: Duration
        /// Whether the change was observed on the line; false if the chip has gone away or come back.
        let isSeen: Bool

        var isActive: Bool { level == .active }
    }

    private enum State {
        /// The line can be read.
        case present
        /// The chip has gone away, and the contact is waiting for it.
        case away
        /// The contact has released the line.
        case closed
    }

    let name: String
    let queue: any Scheduler
    /// The handlers of the changes.
    let listeners: Listeners<Change>
    /// Notified before a change that was observed, with its time, if something was due before. They report it.
    let dueListeners: Listeners<Duration>
    private let lost = Atomic(0)

    private let line: any InputLine
    private let observer: DeviceObserver
    private let absence: Absence
    private let timer: ResettableTimer
    // Unchecked: all accesses are on one thread, and no call is made during an access. The checks would be a fifth of
    // the cost of a press.
    @exclusivity(unchecked) private var debounce: Debounce
    @exclusivity(unchecked) private var state = State.present
    /// The earliest time at which something may be due for `dueListeners`.
    @exclusivity(unchecked) private var due: Duration?
    /// The number of lost edges at which to report next; it doubles with each report.
    private var nextNotice = 1

    /// Starts watching the line. Call on the queue.
    ///
    /// - Parameters:
    ///   - line: The line. The contact takes it over and releases it in `close()`, and if this throws.
    ///   - debounce: The longest expected pause while the contact chatters.
    ///   - absence: The behaviour while the line's chip is away.
    ///   - queue: The line's queue.
    ///   - observer: Notified of each change, when the line fails, and when edges are lost.
    init(
        name: String, line: any InputLine, debounce: Duration, absence: Absence, queue: any Scheduler,
        observer: DeviceObserver
    ) throws(GPIOError) {
        self.name = name
        self.line = line
        self.absence = absence
        self.queue = queue
        self.observer = observer
        timer = ResettableTimer(on: queue)
        listeners = Listeners(on: queue)
        dueListeners = Listeners(on: queue)
        do {
            self.debounce = Debounce(level: try line.level(), at: queue.now, period: debounce)
            timer.onFire(settle)
            try line.watch(follow)
        } catch {
            timer.cancel()
            line.close()
            throw error
        }
    }

    /// The most recently reported level. Queue only.
    var level: Level { debounce.level }

    /// Reads the line and reports a change, if there is one. This corrects the level after lost edges.
    func verify() {
        read { debounce, time, level in debounce.lineWasRead(at: time, level: level) }
    }

    private func settle() {
        read { debounce, time, level in debounce.periodEnded(at: time, level: level) }
    }

    private func read(_ decide: (inout Debounce, Duration, Level) -> Debounce.Actions) {
        queue.assertCurrent()
        guard state == .present else { return }
        do {
            let level = try line.level()
            let seenAt = debounce.seenAt
            perform(decide(&debounce, queue.now, level), at: seenAt)
        } catch {
            fail(error)
        }
    }

    /// Releases the line. Call on the queue, last; a second call has no effect.
    func close() {
        queue.assertCurrent()
        guard state != .closed else { return }
        state = .closed
        timer.cancel()
        line.close()
        dueListeners.removeAll()
        listeners.removeAll()
    }

    private func follow(_ edge: Result<Edge, GPIOError>) {
        queue.assertCurrent()
        switch edge {
        case .success(let edge) where state == .away:
            state = .present
            perform(debounce.lineWasRead(at: edge.time, level: edge.level), at: edge.time, isSeen: false)
        case .success(let edge):
            if edge.missed > 0 { count(edge.missed) }
            perform(debounce.edge(to: edge.level, at: edge.time), at: edge.time)
        case .failure(let error): fail(error)
        }
    }

    private func perform(_ actions: Debounce.Actions, at time: Duration, isSeen: Bool = true) {
        if let level = actions.missed { report(level, at: time, isSeen: isSeen) }
        if let level = actions.report { report(level, at: time, isSeen: isSeen) }
        if let time = actions.wakeUp, state != .closed { timer.set(to: time) }
    }

    /// Notes that one of the `dueListeners` waits for a time. Call on the queue.
    func willBeDue(at time: Duration) {
        if due.map({ time < $0 }) ?? true { due = time }
    }

    private func report(_ level: Level, at time: Duration, isSeen: Bool) {
        if isSeen, let due, time >= due {
            self.due = nil
            dueListeners.notify(time)
        }
        observer.changed()
        listeners.notify(Change(level: level, time: time, isSeen: isSeen))
    }

    /// Handles an error of the line, and reports it unless the chip has gone away. The board reports this error, once
    /// for all lines of the chip.
    private func fail(_ error: GPIOError) {
        if case .chipGone = error {} else { observer.didFail(error) }
        guard state == .present else { return }
        state = .away
        timer.set(to: nil)
        let before = level
        debounce.lineDidDisappear(leaving: absence == .isInactive ? .inactive : before)
        if level != before { report(level, at: queue.now, isSeen: false) }
    }

    /// The number of edges known to be lost. May be read from any thread.
    var lostEdges: Int { lost.load(ordering: .relaxed) }

    private func count(_ missed: Int) {
        lost.add(missed, ordering: .relaxed)
        guard lostEdges >= nextNotice else { return }
        nextNotice = lostEdges * 2
        observer.didFail(EdgesLost(name: name, count: lostEdges))
    }
}

/// An error: edges of a line were lost because they came faster than the program reads them. Reported at the first loss, and
/// again each time the count has doubled.
public struct EdgesLost: Error, Equatable, CustomStringConvertible {
    /// The device's name in the wiring.
    public let name: String
    /// The number of edges lost so far.
    public let count: Int
    /// The message, which includes the consequence of the loss.
    public var description: String {
        "\(count) edges of \"\(name)\" were lost so far, because they came too fast; its state is still correct"
    }
}
