import CarillonGPIO
import CarillonScheduling

/// An input line whose edges the program handles later than they happen, as with a queue that other work holds up.
///
/// `@unchecked Sendable`: used on the test's thread only.
final class LateLine: InputLine, @unchecked Sendable {
    private var current = Level.inactive
    private var handler: (@Sendable (Result<Edge, GPIOError>) -> Void)?

    func level() -> Level { current }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) { self.handler = handler }

    func close() { handler = nil }

    /// Lets the program handle an edge that happened at `time`.
    func handle(_ level: Level, at time: Duration) {
        current = level
        EventTimestamp.withValue(time) { handler?(.success(Edge(level: level, time: time))) }
    }
}
