/// The receiver of a device's reports, on behalf of its board.
public struct DeviceObserver: Sendable {
    private let changed: (@Sendable (DeviceChange) -> Void)?
    /// The function that reports a failure of the device. Call on the board's queue.
    public let didFail: @Sendable (any Error) -> Void

    /// Creates an observer. It ignores reports without a closure.
    ///
    /// - Parameters:
    ///   - didChange: Called on the board's queue on each visible or audible change. nil saves the devices from
    ///     creating their changes.
    ///   - didFail: Called on the board's queue when a device fails.
    public init(
        didChange: (@Sendable (DeviceChange) -> Void)? = nil,
        didFail: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        changed = didChange
        self.didFail = didFail
    }

    /// Reports a visible or audible change. Call on the board's queue.
    ///
    /// - Parameter change: The change, which is created only if there is a closure for changes.
    public func didChange(_ change: @autoclosure () -> DeviceChange) { changed?(change()) }

    /// An observer of failures only, for a device that is visible only as a part of another one.
    package var failuresOnly: DeviceObserver { DeviceObserver(didFail: didFail) }
}
