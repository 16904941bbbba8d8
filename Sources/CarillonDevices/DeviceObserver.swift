/// The reports of a device to the board that it is on.
public struct DeviceObserver: Sendable {
    /// Something can be seen or heard. Called on the board's queue.
    public let didChange: @Sendable (DeviceChange) -> Void
    /// The device has failed at something. Called on the board's queue.
    public let didFail: @Sendable (any Error) -> Void

    /// An observer that takes no notice of what it has no closure for.
    public init(
        didChange: @escaping @Sendable (DeviceChange) -> Void = { _ in },
        didFail: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.didChange = didChange
        self.didFail = didFail
    }

    /// Hears of failures only: for a device that is seen as a piece of another one.
    package var deafToChanges: DeviceObserver { DeviceObserver(didFail: didFail) }
}

/// The earlier name of ``DeviceObserver``.
@available(*, deprecated, renamed: "DeviceObserver")
public typealias PartObserver = DeviceObserver
