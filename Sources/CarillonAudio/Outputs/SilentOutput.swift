import CarillonScheduling

/// An output that is not heard: `none`. Sounds take their time on it all the same.
public final class SilentOutput: AudioOutput {
    public let format = AudioFormat.standard
    private let pacer: Pacer

    /// - Parameter scheduler: Says how time passes.
    public init(pacedBy scheduler: any Scheduler) {
        pacer = Pacer(format: format, scheduler: scheduler, sink: nil)
    }

    public var description: String { "none" }
    public var mayWait: Bool { true }
    public func start(_ renderer: AudioRenderer) { pacer.start(renderer) }
    public func commandsWait() { pacer.catchUp() }
    public func close() { pacer.close() }
}
