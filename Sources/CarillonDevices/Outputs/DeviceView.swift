import MobiusCore

/// A view that has a device show something for each model of a loop.
public struct DeviceView<Model>: Connectable, Sendable {
    private let connecting: @Sendable () -> @Sendable (Model) -> Void

    /// - Parameter connecting: Called for each connection; what it returns is called with each model.
    init(connecting: @escaping @Sendable () -> @Sendable (Model) -> Void) {
        self.connecting = connecting
    }

    /// A view that needs to remember nothing.
    init(accept: @escaping @Sendable (Model) -> Void) {
        self.init(connecting: { accept })
    }

    /// Shows each model that the connection takes, and keeps showing the last one when it is disposed.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<Model> {
        Connection(acceptClosure: connecting(), disposeClosure: {})
    }
}

/// The memory of a connected view: a finite pattern that is over is not shown again because of a model that has
/// nothing new to say of it.
///
/// `@unchecked Sendable`: used on the device's queue only.
final class ViewMemory<Shown: Equatable>: @unchecked Sendable {
    /// The pattern that was shown last, if it was finite.
    @exclusivity(unchecked) private var finite: Shown?

    /// Whether to show `shown`. Anything but the same finite pattern is shown: a device that was told something else
    /// meanwhile shows then again what its model says.
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

/// The earlier name of ``DeviceView``.
@available(*, deprecated, renamed: "DeviceView")
public typealias PartView = DeviceView
