import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A contact on an input line: what a button, a switch and a sensor have inside.
///
/// It is told from the first edge, without waiting for the contact to settle; see `Debounce` for what follows then.
/// Whatever edges are lost, its level ends at the line's.
///
/// It is kept alive by its line until `close()`: a weak reference would cost each press more than the debouncing does.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
final class Contact: @unchecked Sendable {
    /// What a contact does while its chip is away.
    enum Absence {
        /// Nobody can press it: it is released.
        case isInactive
        /// It stays as it was last seen.
        case isUnchanged
    }

    /// A change of a contact's level.
    struct Change: Sendable {
        /// The new level.
        let level: Level
        /// The time stamp of the edge. Without an edge, the last time before the change at which the line was seen.
        let time: Duration
        /// Whether the line has shown it; false if the chip has gone away or is back.
        let isSeen: Bool

        var isActive: Bool { level == .active }
    }

    private enum State {
        /// The line can be read.
        case present
        /// The chip has gone away; the contact waits for it.
        case away
        /// The contact has given the line back.
        case closed
    }

    let name: String
    let queue: any Scheduler
    /// The handlers of its changes.
    let listeners: Listeners<Change>
    /// How many edges have been lost, as far as can be told.
    private(set) var lostEdges = 0

    private let line: any InputLine
    private let observer: DeviceObserver
    private let absence: Absence
    private let alarm: Alarm
    // Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts. The checks
    // would be a fifth of what a press costs.
    @exclusivity(unchecked) private var debounce: Debounce
    @exclusivity(unchecked) private var state = State.present
    /// How many lost edges are worth telling of: twice as many each time.
    private var nextNotice = 1

    /// Begins to watch the line. To be called on the queue.
    ///
    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - line: It becomes the contact's, which gives it back in `close()`, and if this throws.
    ///   - debounce: The longest pause in the contact's chatter to expect.
    ///   - absence: What is told when the line's chip goes away.
    ///   - queue: That of the line.
    ///   - observer: Is told when the line fails.
    init(
        name: String, line: any InputLine, debounce: Duration, absence: Absence, queue: any Scheduler,
        observer: DeviceObserver
    ) throws(GPIOError) {
        self.name = name
        self.line = line
        self.absence = absence
        self.queue = queue
        self.observer = observer
        alarm = Alarm(on: queue)
        listeners = Listeners(on: queue)
        do {
            self.debounce = Debounce(level: try line.level(), at: queue.now, period: debounce)
            alarm.rings(settle)
            try line.watch(follow)
        } catch {
            alarm.cancel()
            line.close()
            throw error
        }
    }

    /// The level that was reported last. Queue only.
    var level: Level { debounce.level }

    /// Reads the line and tells what is new, if anything is: whatever edges were lost, nobody believes in a level that
    /// is not the line's.
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

    /// Gives the line back. On the queue, as the last thing; a second call has no effect.
    func close() {
        queue.assertCurrent()
        guard state != .closed else { return }
        state = .closed
        alarm.cancel()
        line.close()
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
        if let level = actions.missed { tell(level, at: time, isSeen: isSeen) }
        if let level = actions.report { tell(level, at: time, isSeen: isSeen) }
        if let time = actions.wakeUp, state != .closed { alarm.set(to: time) }
    }

    private func tell(_ level: Level, at time: Duration, isSeen: Bool) {
        listeners.tell(Change(level: level, time: time, isSeen: isSeen))
    }

    /// A chip that has gone away is told of by the board, once for all of its lines.
    private func fail(_ error: GPIOError) {
        if case .chipGone = error {} else { observer.didFail(error) }
        guard state == .present else { return }
        state = .away
        alarm.set(to: nil)
        let before = level
        debounce.lineIsGone(leaving: absence == .isInactive ? .inactive : before)
        if level != before { tell(level, at: queue.now, isSeen: false) }
    }

    private func count(_ missed: Int) {
        lostEdges += missed
        guard lostEdges >= nextNotice else { return }
        nextNotice = lostEdges * 2
        observer.didFail(EdgesLost(name: name, count: lostEdges))
    }
}

/// Edges of a line have been lost: they came more quickly than the program has read them. Told once, and again each time
/// that they are twice as many.
public struct EdgesLost: Error, Equatable, CustomStringConvertible {
    /// What the wiring calls the device.
    public let name: String
    /// How many so far.
    public let count: Int
    /// What happened, and what it means.
    public var description: String {
        "\(count) edges of \(name) have been lost so far, as they came too quickly: its state is right all the same"
    }
}
