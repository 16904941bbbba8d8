import MobiusCore

/// A view that makes a device show each model of a loop.
public struct DeviceView<Model>: Connectable, Sendable {
    private let connecting: @Sendable () -> @Sendable (Model) -> Void

    /// - Parameter connecting: Called for each connection. The closure that it returns is called with each model.
    init(connecting: @escaping @Sendable () -> @Sendable (Model) -> Void) {
        self.connecting = connecting
    }

    /// Creates a view without a memory of its connection.
    init(accept: @escaping @Sendable (Model) -> Void) {
        self.init(connecting: { accept })
    }

    /// Shows each model that the connection accepts. The last model stays when the connection is disposed of.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<Model> {
        Connection(acceptClosure: connecting(), disposeClosure: {})
    }
}

/// The memory of a connected view. It keeps the view from showing a finite pattern again after its end, when a later
/// model asks for the same pattern.
///
/// `@unchecked Sendable`: used on the device's queue only.
final class ViewMemory<Shown: Equatable>: @unchecked Sendable {
    /// The most recently shown pattern, if it was finite.
    @exclusivity(unchecked) private var finite: Shown?

    /// Returns whether to show `shown`: false only for the finite pattern that was shown last. Other patterns are
    /// always shown, so that a device that has been set otherwise in the meantime shows its model again.
    func isNew(_ shown: Shown, isFinite: Bool) -> Bool {
        guard isFinite else {
            if finite != nil { finite = nil }
            return true
        }
        guard shown != finite else { return false }
        finite = shown
        return true
    }
}
