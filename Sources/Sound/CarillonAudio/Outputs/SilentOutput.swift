import CarillonScheduling

/// An output that discards its samples, for the device `none`. Sounds take as long as on a sound card.
public final class SilentOutput: AudioOutput {
    public let format = AudioFormat.standard
    private let pacer: Pacer

    /// Creates an output for the standard format.
    ///
    /// - Parameter scheduler: The clock of the output.
    public init(pacedBy scheduler: any Scheduler) {
        pacer = Pacer(format: format, scheduler: scheduler, sink: nil)
    }

    public var description: String { "none" }
    public var mayBlock: Bool { true }
    public func start(_ renderer: AudioRenderer) { pacer.start(renderer) }
    public func commandsDidArrive() { pacer.catchUp() }
    public func close() { pacer.close() }
}
