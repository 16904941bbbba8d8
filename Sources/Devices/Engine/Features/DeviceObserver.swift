/// The receiver of a device's changes and failures, which reports them to the board.
public struct DeviceObserver: Sendable {
    /// The function that reports a failure of the device. Call on the board's queue.
    public let didFail: @Sendable (any Error) -> Void
    private let features: BoardFeatures?
    /// The number of the device's main feature on the board.
    private let first: Int

    /// Creates an observer of failures, for a device without a board.
    ///
    /// - Parameter didFail: Called on the board's queue when a device fails.
    public init(didFail: @escaping @Sendable (any Error) -> Void = { _ in }) {
        self.init(nil, first: 0, didFail: didFail)
    }

    init(_ features: BoardFeatures?, first: Int, didFail: @escaping @Sendable (any Error) -> Void) {
        (self.features, self.first, self.didFail) = (features, first, didFail)
    }

    /// Reports that the value of a feature has changed, or that a sound has started. Call on the board's queue.
    ///
    /// - Parameter feature: The index among the device's features, from 0.
    public func changed(_ feature: Int = 0) { features?.changed(first + feature) }

    /// Returns the observer of a device that is the feature at `index` of this one.
    func part(_ index: Int) -> DeviceObserver { DeviceObserver(features, first: first + index, didFail: didFail) }
}
