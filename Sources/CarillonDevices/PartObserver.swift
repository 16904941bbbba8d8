/// What a part tells the board that it is on.
public struct PartObserver: Sendable {
    /// Something can be seen or heard. Called on the board's queue.
    public let didChange: @Sendable (PartChange) -> Void
    /// The part has failed at something. Called on the board's queue.
    public let didFail: @Sendable (any Error) -> Void

    /// An observer that takes no notice of what it has no closure for.
    public init(
        didChange: @escaping @Sendable (PartChange) -> Void = { _ in },
        didFail: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.didChange = didChange
        self.didFail = didFail
    }

    /// Hears of failures only: for a part of something that is seen as a whole.
    package var deafToChanges: PartObserver { PartObserver(didFail: didFail) }
}
