/// The reports of a device to the board that it is on.
public struct DeviceObserver: Sendable {
    private let changed: (@Sendable (DeviceChange) -> Void)?
    /// The device has failed at something. Called on the board's queue.
    public let didFail: @Sendable (any Error) -> Void

    /// An observer that takes no notice of what it has no closure for.
    ///
    /// - Parameters:
    ///   - didChange: Called on the board's queue when something can be seen or heard. nil spares the devices the making of
    ///     their changes.
    ///   - didFail: Called on the board's queue when a device has failed at something.
    public init(
        didChange: (@Sendable (DeviceChange) -> Void)? = nil,
        didFail: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        changed = didChange
        self.didFail = didFail
    }

    /// Reports that something can be seen or heard. Call on the board's queue.
    ///
    /// - Parameter change: Not made if nobody looks at it.
    public func didChange(_ change: @autoclosure () -> DeviceChange) { changed?(change()) }

    /// Hears of failures only: for a device that is seen as a piece of another one.
    package var deafToChanges: DeviceObserver { DeviceObserver(didFail: didFail) }
}

/// The earlier name of ``DeviceObserver``.
@available(*, deprecated, renamed: "DeviceObserver")
public typealias PartObserver = DeviceObserver
