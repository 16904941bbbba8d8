import CarillonGPIO
import CarillonRealTime
import MobiusCore

/// A push button on an input line: pressed, or released.
///
/// It is told from the first edge, without waiting for the contact to settle; see `Debounce` for what follows then.
/// Whatever edges are lost, its state ends at the line's real level.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class Button: @unchecked Sendable {
    /// What the wiring calls it.
    public let name: String

    private let line: any InputLine
    private let queue: any Scheduler
    private let observer: PartObserver
    private var debounce: Debounce
    private var timer: (any Disposable)?
    private var handlers: [(id: Int, handler: @Sendable (Bool) -> Void)] = []
    private var nextID = 0
    private var isClosed = false

    /// Begins to watch the line. To be called on the queue.
    ///
    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - line: Active while the button is pressed. It becomes the button's, which gives it back in `close()`.
    ///   - debounce: The longest pause in the contact's chatter to expect: 5 to 20 ms. Zero believes every edge.
    ///   - queue: That of the line.
    ///   - observer: Is told when the line fails.
    /// - Throws: `GPIOError.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration, queue: any Scheduler, observer: PartObserver
    ) throws(GPIOError) {
        self.name = name
        self.line = line
        self.queue = queue
        self.observer = observer
        do {
            self.debounce = Debounce(level: try line.level(), at: queue.now, period: debounce)
            try line.watch { [weak self] edge in self?.follow(edge) }
        } catch {
            line.close()
            throw error
        }
    }

    /// Whether it is pressed now. On the queue only.
    public var isPressed: Bool { debounce.level == .active }

    /// Tells `handler` each press (true) and each release (false) from now on. May be called from any thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: Disposed, the handler is not called any more.
    public func observe(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let id = queue.perform {
            handlers.append((nextID, handler))
            nextID += 1
            return nextID - 1
        }
        return AnonymousDisposable { [self] in
            queue.perform { handlers.removeAll { $0.id == id } }
        }
    }

    /// Gives the line back. To be called on the queue, as the last thing; a second call has no effect.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        timer?.dispose()
        line.close()
    }

    private func follow(_ edge: Result<Edge, GPIOError>) {
        switch edge {
        case .success(let edge): perform(debounce.edge(to: edge.level, at: edge.time))
        case .failure(let error): observer.didFail(error)
        }
    }

    private func perform(_ actions: Debounce.Actions) {
        if let level = actions.missed { tell(level) }
        if let level = actions.report { tell(level) }
        if let time = actions.wakeUp {
            timer = queue.schedule(at: time) { [weak self] in self?.periodEnded() }
        }
    }

    private func periodEnded() {
        do {
            perform(debounce.periodEnded(at: queue.now, level: try line.level()))
        } catch {
            observer.didFail(error)
        }
    }

    private func tell(_ level: Level) {
        for (id, handler) in handlers where handlers.contains(where: { $0.id == id }) { handler(level == .active) }
    }
}
