import CarillonScheduling
import MobiusCore
import Synchronization

/// A view that makes a device show each model of a loop.
public struct DeviceView<Model>: Connectable, Sendable {
    private let views: ViewCount
    private let connecting: @Sendable () -> @Sendable (Model) -> Void

    /// - Parameters:
    ///   - views: The number of the device's connected views, which the view updates.
    ///   - connecting: Called for each connection. The closure that it returns is called with each model.
    init(_ views: ViewCount, connecting: @escaping @Sendable () -> @Sendable (Model) -> Void) {
        self.views = views
        self.connecting = connecting
    }

    /// Creates a view of a device.
    ///
    /// - Parameters:
    ///   - views: The number of the device's connected views, which the view updates.
    ///   - accept: Makes the device show a model. Called on the loop's thread.
    public init(_ views: ViewCount, accept: @escaping @Sendable (Model) -> Void) {
        self.init(views, connecting: { accept })
    }

    /// Shows each model that the connection accepts. When the connection is disposed of, the device keeps showing the last
    /// model. However, motors, steppers, shutters and tonal buzzers stop.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<Model> {
        views.connection(connecting())
    }
}

/// The number of connected views of a device.
public final class ViewCount: Sendable {
    private let count = Atomic(0)
    private let didDisconnect = Locked<@Sendable () -> Void>({})
    /// The views of the groups that the device is a part of.
    private let groups = Locked<[ViewCount]>([])

    /// Creates a counter without connected views.
    public init() {}

    /// Whether at least one view of the device, or of a group that it is a part of, is connected and so drives the device. May
    /// be called from any thread.
    public var isDriven: Bool {
        count.load(ordering: .relaxed) > 0 || groups.withLock { $0.contains(where: \.isDriven) }
    }

    /// Counts the views of a group that the device is a part of.
    func add(_ group: ViewCount) { groups.withLock { $0.append(group) } }

    /// Calls `handler` on any thread when a view has been disconnected. By default, the device keeps the last model.
    func onDisconnect(_ handler: @escaping @Sendable () -> Void) { didDisconnect.withLock { $0 = handler } }

    /// Returns the connection of a view. The view counts as connected until the connection is disposed of.
    func connection<Model>(_ accept: @escaping @Sendable (Model) -> Void) -> Connection<Model> {
        count.add(1, ordering: .relaxed)
        return Connection(
            acceptClosure: accept,
            disposeClosure: { [self] in
                count.subtract(1, ordering: .relaxed)
                didDisconnect.withLock { $0 }()
            })
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
    @inline(__always)  // For most patterns, the call would cost more than the body.
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
