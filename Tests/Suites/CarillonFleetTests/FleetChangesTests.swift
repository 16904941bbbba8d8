import CarillonDevices
import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonFleet

/// The way of changes from the board to the fleet, which may be busy.
@Suite struct FleetChangesTests {
    private let time = VirtualTime()
    private let bell = Bell()
    private let delivered = Locked<[Feature.Gesture]>([])
    private let changes: FleetChanges

    /// A button that is pressed by the test.
    private final class Bell: FeatureProviding {
        static var kind: DeviceKind { DeviceKind("button") }
        let name = "bell"
        let handler = Locked<(@Sendable (Feature.Gesture) -> Void)?>(nil)
        var features: [Feature] { [Feature(isInput: true, hasGestures: true)] }

        func value(of feature: Int) -> Feature.Value { .press(false) }

        func observeGestures(
            of feature: Int, _ handler: @escaping @Sendable (Feature.Gesture) -> Void
        ) -> (any Disposable)? {
            self.handler.withLock { $0 = handler }
            return AnonymousDisposable { self.handler.withLock { $0 = nil } }
        }
    }

    init() {
        let (features, delivered) = (BoardFeatures(on: time), delivered)
        features.add(bell)
        changes = FleetChanges([BoardFeature(bell)], of: features, on: time) { batch in
            delivered.withLock { $0 += batch.gestures.map(\.gesture) }
        }
    }

    private func happen(_ gesture: Feature.Gesture) {
        time.sync { bell.handler.withLock { $0 }?(gesture) }
        time.advance(by: .zero)
    }

    private var gestures: [Feature.Gesture] { delivered.withLock { $0 } }

    @Test func changesWaitWhileTheFleetIsBusy() {
        happen(.pressed)
        happen(.released)
        expectEqual(gestures, [.pressed])
        time.sync { changes.taken() }
        time.advance(by: .zero)
        expectEqual(gestures, [.pressed, .released])
    }

    @Test func waitingChangesAreSentAtTheEnd() {
        happen(.pressed)
        happen(.released)
        time.sync { changes.close() }
        expectEqual(gestures, [.pressed, .released])
        happen(.held)
        expectEqual(gestures, [.pressed, .released])
    }

    @Test func pressJustBeforeTheEndIsSentOnce() {
        time.sync {
            bell.handler.withLock { $0 }?(.pressed)
            changes.close()
        }
        expectEqual(gestures, [.pressed])
        time.advance(by: .zero)
        expectEqual(gestures, [.pressed])
    }
}
