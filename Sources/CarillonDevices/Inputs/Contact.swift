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

    let name: String
    let queue: any Scheduler
    /// How many edges have been lost, as far as can be told.
    private(set) var lostEdges = 0

    private let line: any InputLine
    private let observer: DeviceObserver
    private let absence: Absence
    private let alarm: Alarm
    // Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts. The checks
    // would be a fifth of what a press costs.
    @exclusivity(unchecked) private var debounce: Debounce
    @exclusivity(unchecked) private var onChange: @Sendable (Level, Duration) -> Void = { _, _ in }
    private var onAbsence: @Sendable (Level, Duration) -> Void = { _, _ in }
    @exclusivity(unchecked) private var isAway = false
    private var isClosed = false
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

    /// The level that has been told last.
    var level: Level { debounce.level }

    /// Calls `handler` for each change, with its edge's time; without one, with the time at which the line was last seen
    /// before it. On the queue.
    ///
    /// - Parameter absence: Called in place of `handler` for a change that the chip's going away or coming back makes; nil
    ///   calls `handler`.
    func whenChanged(
        _ handler: @escaping @Sendable (Level, Duration) -> Void,
        byAbsence absence: (@Sendable (Level, Duration) -> Void)? = nil
    ) {
        onChange = handler
        onAbsence = absence ?? handler
    }

    /// Reads the line and tells what is new, if anything is: whatever edges were lost, nobody believes in a level that
    /// is not the line's.
    func verify() {
        read { debounce, time, level in debounce.lineWasRead(at: time, level: level) }
    }

    private func settle() {
        read { debounce, time, level in debounce.periodEnded(at: time, level: level) }
    }

    private func read(_ decide: (inout Debounce, Duration, Level) -> Debounce.Actions) {
        guard !isAway, !isClosed else { return }
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
        guard !isClosed else { return }
        isClosed = true
        alarm.cancel()
        line.close()
        onChange = { _, _ in }
        onAbsence = { _, _ in }
    }

    private func follow(_ edge: Result<Edge, GPIOError>) {
        switch edge {
        case .success(let edge) where isAway:
            isAway = false
            let actions = debounce.lineWasRead(at: edge.time, level: edge.level)
            if let level = actions.report { onAbsence(level, edge.time) }
            if let time = actions.wakeUp { alarm.set(to: time) }
        case .success(let edge):
            if edge.missed > 0 { count(edge.missed) }
            perform(debounce.edge(to: edge.level, at: edge.time), at: edge.time)
        case .failure(let error): fail(error)
        }
    }

    private func perform(_ actions: Debounce.Actions, at time: Duration) {
        if let level = actions.missed { onChange(level, time) }
        if let level = actions.report { onChange(level, time) }
        if let time = actions.wakeUp { alarm.set(to: time) }
    }

    /// A chip that has gone away is told of by the board, once for all of its lines.
    private func fail(_ error: GPIOError) {
        if case .chipGone = error {} else { observer.didFail(error) }
        guard !isAway else { return }
        isAway = true
        alarm.set(to: nil)
        let before = level
        debounce.lineIsGone(leaving: absence == .isInactive ? .inactive : before)
        if level != before { onAbsence(level, queue.now) }
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
