import CarillonGPIO
import MobiusCore

/// A light on an output line: on, or off.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class LED: @unchecked Sendable {
    /// What the wiring calls it.
    public let name: String
    /// Whether it is lit. On the queue only.
    public private(set) var isOn = false

    private let line: any OutputLine
    private let queue: any LoopQueue
    private let observer: PartObserver
    /// Whether the failure of the line has been told.
    private var hasFailed = false
    private var isClosed = false

    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - line: Inactive. It becomes the LED's, which gives it back in `close()`.
    ///   - queue: That of the line.
    ///   - observer: Is told each change, and the first failure of the line.
    public init(name: String, line: any OutputLine, queue: any LoopQueue, observer: PartObserver) {
        self.name = name
        self.line = line
        self.queue = queue
        self.observer = observer
    }

    /// Lights it, or puts it out. May be called from any thread; on the queue it is done at once.
    public func set(_ isOn: Bool) {
        guard queue.isCurrent else {
            queue.async { [self] in set(isOn) }
            return
        }
        guard isOn != self.isOn, !isClosed || !isOn else { return }
        do {
            try line.set(isOn ? .active : .inactive)
            self.isOn = isOn
            observer.didChange(.led(name: name, isOn: isOn))
        } catch {
            if !hasFailed { observer.didFail(error) }
            hasFailed = true
        }
    }

    /// Puts it out and gives the line back. To be called on the queue, as the last thing; a second call has no effect.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        set(false)
        line.close()
    }
}
