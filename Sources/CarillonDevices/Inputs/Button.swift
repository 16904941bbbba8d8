import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A push button on an input line: pressed, released, held, clicked.
///
///     .withEventSource(try board.button("plus").pressed(CounterEvent.increment))
///
/// A press is told from the first edge, without waiting for the contact to settle. Whatever edges are lost, its state ends
/// at the line's real level; while its chip is away it is released.
///
/// `changed` and `observe` report the level. Presses, holds and clicks are reported only if they were seen from their
/// beginning: not those of a button that is down already when the loop starts, or when its chip comes back.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class Button: @unchecked Sendable {
    /// How the presses of a button are understood.
    public struct Timing: Equatable, Sendable {
        /// How long a press is a hold, and no click.
        public var hold: Duration
        /// How long after a hold, and after each repetition, it is told again, where that is asked for.
        public var repetition: Duration
        /// The longest pause between clicks that count together.
        public var clickPause: Duration

        /// A hold of 1 s, told again 5 times a second; 300 ms between clicks; unless it is said otherwise.
        public init(
            hold: Duration = .seconds(1), repetition: Duration = .milliseconds(200),
            clickPause: Duration = .milliseconds(300)
        ) {
            self.hold = hold
            self.repetition = repetition
            self.clickPause = clickPause
        }
    }

    /// What the wiring calls it.
    public let name: String
    /// How its presses are understood.
    public let timing: Timing

    let contact: Contact
    private let listeners = Listeners<(isPressed: Bool, time: Duration)>()
    /// Those who are to know when the button is released by its chip's going away, and is down when the chip is back.
    private let absenceListeners = Listeners<Bool>()
    var queue: any Scheduler { contact.queue }

    /// Begins to watch the line. To be called on the queue.
    ///
    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - line: Active while the button is pressed. It becomes the button's, which gives it back in `close()`.
    ///   - debounce: The longest pause in the contact's chatter to expect: 5 to 20 ms. Zero believes every edge.
    ///   - timing: How its presses are understood.
    ///   - queue: That of the line.
    ///   - observer: Is told when the line fails, and when edges of it are lost.
    /// - Throws: `GPIOError.chipGone` or `.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration, timing: Timing = Timing(), queue: any Scheduler,
        observer: PartObserver
    ) throws(GPIOError) {
        self.name = name
        self.timing = timing
        contact = try Contact(
            name: name, line: line, debounce: debounce, absence: .isInactive, queue: queue, observer: observer)
        contact.whenChanged(
            { [listeners] level, time in listeners.tell((level == .active, time)) },
            byAbsence: { [absenceListeners] level, _ in absenceListeners.tell(level == .active) })
    }

    /// Whether it is pressed now. On the queue only.
    public var isPressed: Bool { contact.level == .active }

    /// The longest hold that a listener has asked for; nil if none has asked for holds or clicks. Queue only.
    package internal(set) var longestHold: Duration?

    /// How many edges of its line have been lost, as far as can be told. On the queue only.
    public var lostEdges: Int { contact.lostEdges }

    /// Calls `handler` when the button is pressed (true) and released (false) from now on. May be called from any thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: Disposed, the handler is not called any more.
    public func observe(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        observe({ isPressed, _ in handler(isPressed) }, absence: handler)
    }

    /// Calls `handler` for each press and each release, with the time of its edge.
    ///
    /// - Parameter absence: Called in place of `handler` when the button is released because its chip has gone away, and
    ///   when it is down as the chip is back; nil is not at all.
    func observe(
        _ handler: @escaping @Sendable (Bool, Duration) -> Void, absence: (@Sendable (Bool) -> Void)?
    ) -> any Disposable {
        let subscription = listeners.add(on: queue) { change in handler(change.isPressed, change.time) }
        guard let absence else { return subscription }
        let absences = absenceListeners.add(on: queue, absence)
        return AnonymousDisposable {
            subscription.dispose()
            absences.dispose()
        }
    }

    /// Gives the line back. To be called on the queue, as the last thing; a second call has no effect.
    public func close() { contact.close() }
}
