import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A knob that can be turned without end, and often pressed, too.
///
///     .withEventSource(try board.encoder("volume").turned { .volume(by: $0) })
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class RotaryEncoder: @unchecked Sendable {
    /// How many steps the knob makes in a cycle of its contacts.
    public enum StepsPerCycle: Int, CaseIterable, Sendable {
        /// It clicks into place where both contacts are open: most knobs.
        case one = 1
        /// It clicks where both are open, and where both are closed.
        case two = 2
        /// It does not click, and each of the four changes is a step; so are bounces, forth and back.
        case four = 4
    }

    /// What the wiring calls it.
    public let name: String
    /// The knob as a button, if it is wired as one.
    public let button: Button?
    /// How many steps it has been turned, those back subtracted. On the queue only.
    public private(set) var position = 0

    private let lines: [any InputLine]
    private let queue: any Scheduler
    private let observer: PartObserver
    private let listeners = Listeners<Int>()
    private var quadrature: Quadrature
    private var levels: [Level]
    private var isClosed = false
    private var isAway = false
    private let steps: StepsPerCycle
    /// How many edges have been lost, as far as can be told. On the queue only.
    public private(set) var lostEdges = 0
    /// The edges of both lines that have come and are not decoded yet.
    private var edges: [(edge: Edge, line: Int)] = []
    private var decode: @Sendable () -> Void = {}

    /// Begins to watch the lines. To be called on the queue.
    ///
    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - a: Active while contact A is closed. Turned to the right, it closes before B. Both lines become the encoder's,
    ///     which gives them back in `close()`.
    ///   - b: Active while contact B is closed.
    ///   - button: The knob's button. It becomes the encoder's.
    ///   - steps: How many steps a cycle of the contacts is.
    ///   - queue: That of the lines.
    ///   - observer: Is told when a line fails.
    /// - Throws: `GPIOError.chipGone` or `.system` if a line cannot be read or watched.
    public init(
        name: String, a: any InputLine, b: any InputLine, button: Button? = nil, steps: StepsPerCycle = .one,
        queue: any Scheduler, observer: PartObserver
    ) throws(GPIOError) {
        self.name = name
        self.button = button
        self.queue = queue
        self.observer = observer
        self.steps = steps
        lines = [a, b]
        do {
            levels = [try a.level(), try b.level()]
            quadrature = Quadrature(a: levels[0], b: levels[1], steps: steps)
            decode = decodeEdges
            for (index, line) in lines.enumerated() {
                try line.watch { [self] edge in follow(edge, of: index) }
            }
        } catch {
            for line in lines { line.close() }
            button?.close()
            throw error
        }
    }

    /// Tells `handler` each turn, in steps: positive to the right, negative to the left. May be called from any thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: Disposed, the handler is not called any more.
    public func observe(_ handler: @escaping @Sendable (Int) -> Void) -> any Disposable {
        listeners.add(on: queue, handler)
    }

    /// Sends what `event` makes of each turn, in steps: positive to the right, negative to the left.
    public func turned<Event: Sendable>(_ event: @escaping @Sendable (Int) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in observe { steps in consumer(event(steps)) } }
    }

    /// Gives the lines back. To be called on the queue, as the last thing; a second call has no effect.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        for line in lines { line.close() }
        button?.close()
        decode = {}
    }

    /// Each line tells its own edges in order, but not those of both. They are sorted when both have told what they have,
    /// which is before the queue runs work.
    private func follow(_ edge: Result<Edge, GPIOError>, of line: Int) {
        switch edge {
        case .success(let edge):
            if edges.isEmpty { queue.async(decode) }
            edges.append((edge, line))
        case .failure(let error):
            if case .chipGone = error { isAway = true } else { observer.didFail(error) }
        }
    }

    private func decodeEdges() {
        edges.sort { $0.edge.time < $1.edge.time }
        if isAway { return beginAnew() }
        var (steps, missed) = (0, 0)
        for (edge, line) in edges {
            missed += edge.missed
            levels[line] = edge.level
            steps += quadrature.contacts(a: levels[0], b: levels[1])
        }
        if missed > 0 {
            lostEdges += missed
            for (index, line) in lines.enumerated() { levels[index] = (try? line.level()) ?? levels[index] }
            steps += quadrature.contacts(a: levels[0], b: levels[1])
        }
        edges.removeAll(keepingCapacity: true)
        guard steps != 0, !isClosed else { return }
        position += steps
        listeners.tell(steps)
    }

    /// Both lines are back. What was turned meanwhile was not seen, and is no step.
    private func beginAnew() {
        isAway = false
        for (edge, line) in edges { levels[line] = edge.level }
        edges.removeAll(keepingCapacity: true)
        quadrature = Quadrature(a: levels[0], b: levels[1], steps: steps)
    }
}
