import CarillonDevices
import CarillonScheduling
import MobiusCore
import Testing

@testable import CarillonFleet

/// The way of changes from the board to the fleet, which may be busy.
@Suite struct FleetFeedTests {
    private let time = VirtualTime()
    private let handler = Locked<(@Sendable (Feature.Gesture) -> Void)?>(nil)
    private let delivered = Locked<[Feature.Gesture]>([])
    private let feed: FleetFeed

    init() throws {
        let (handler, delivered) = (handler, delivered)
        let observation: Feature.GestureObservation = { observer in
            handler.withLock { $0 = observer }
            return AnonymousDisposable { handler.withLock { $0 = nil } }
        }
        let bell = Feature(gestures: observation) { .press(false) }
        let target = try #require(FleetTarget(FleetPlace(kind: "button", name: "bell", feature: ""), bell))
        feed = FleetFeed([target], on: time) { batch in
            delivered.withLock { $0 += batch.gestures.map(\.gesture) }
        }
    }

    private func happen(_ gesture: Feature.Gesture) {
        time.sync { handler.withLock { $0 }?(gesture) }
        time.advance(by: .zero)
    }

    private var gestures: [Feature.Gesture] { delivered.withLock { $0 } }

    @Test func whatHappensWhileTheFleetIsBusyWaits() {
        happen(.pressed)
        happen(.released)
        #expect(gestures == [.pressed])
        time.sync { feed.taken() }
        time.advance(by: .zero)
        #expect(gestures == [.pressed, .released])
    }

    @Test func whatWaitsAtTheEndIsPassedOn() {
        happen(.pressed)
        happen(.released)
        time.sync { feed.close() }
        #expect(gestures == [.pressed, .released])
        happen(.held)
        #expect(gestures == [.pressed, .released])
    }

    @Test func anEndInTheSameWorkAsAPressPassesItOnOnce() {
        time.sync {
            handler.withLock { $0 }?(.pressed)
            feed.close()
        }
        #expect(gestures == [.pressed])
        time.advance(by: .zero)
        #expect(gestures == [.pressed])
    }
}
