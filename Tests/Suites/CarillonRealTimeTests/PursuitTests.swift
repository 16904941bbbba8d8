import Testing

@testable import CarillonRealTime

@Suite struct PursuitTests {
    private let button = Waker(thread: 17, processor: 3)
    private let network = Waker(thread: 18, processor: 3)

    @Test func theThreadMovesAfterFourWakeUpsInARow() {
        var pursuit = Pursuit()
        for _ in 1...3 { #expect(!moves(&pursuit, to: button)) }
        #expect(moves(&pursuit, to: button))
    }

    @Test func whoHasManyProducersStays() {
        var pursuit = Pursuit()
        for _ in 1...100 {
            #expect(!moves(&pursuit, to: button))
            #expect(!moves(&pursuit, to: network))
        }
    }

    @Test func whoHasAProducerOnTheMoveStays() {
        var pursuit = Pursuit()
        for round: Int32 in 1...100 {
            #expect(!moves(&pursuit, to: Waker(thread: 17, processor: round % 3)))
        }
    }

    @Test func whoIsWokenUpByTimersOrDescriptorsAsWellStays() {
        var pursuit = Pursuit()
        for _ in 1...100 {
            for _ in 1...3 { #expect(!moves(&pursuit, to: button)) }
            pursuit.wokenByEvent()
        }
    }

    @Test func whoIsOftenNearStays() {
        var pursuit = Pursuit()
        for _ in 1...100 {
            for _ in 1...3 { #expect(!moves(&pursuit, to: button)) }
            pursuit.wokenNearby()
        }
    }

    @Test func whoWorksForLongStaysOutOfTheProducersWay() {
        var pursuit = Pursuit()
        for _ in 1...100 { #expect(!moves(&pursuit, to: button, after: Pursuit.shortWork + 1)) }
        #expect(wakeUpsUntilMove(&pursuit) == 4)
    }

    @Test func movesInVainBecomeRare() {
        var pursuit = Pursuit()
        let wakeUps = (1...13).map { _ in
            for _ in 1...63 { pursuit.wokenNearby() }
            return wakeUpsUntilMove(&pursuit)
        }
        #expect(wakeUps == [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096, 4096])
    }

    @Test func aMoveThatWasWorthItMakesTheThreadMoveSoonAgain() {
        var pursuit = Pursuit()
        for _ in 1...5 { _ = wakeUpsUntilMove(&pursuit) }
        for _ in 1...64 { pursuit.wokenNearby() }
        #expect(wakeUpsUntilMove(&pursuit) == 4)
    }

    @Test func aFloodSendsTheThreadBackOnce() {
        var pursuit = Pursuit()
        #expect(returnsTo(&pursuit) == nil)
        _ = wakeUpsUntilMove(&pursuit)
        #expect(returnsTo(&pursuit) == 1)
        #expect(returnsTo(&pursuit) == nil)
    }

    @Test func whoIsAloneOnItsProcessorDoesNotReturn() {
        var pursuit = Pursuit()
        _ = wakeUpsUntilMove(&pursuit)
        #expect(!moves(&pursuit, to: network))
        #expect(returnsTo(&pursuit) == nil)
    }

    @Test func aWakerFitsIntoAWord() {
        #expect(Waker(rawValue: button.rawValue) == button)
        #expect(Waker(rawValue: Waker.current.rawValue) != nil)
        #expect(Waker(rawValue: 0) == nil)
    }

    private func moves(_ pursuit: inout Pursuit, to waker: Waker, after duration: Int64 = 0) -> Bool {
        pursuit.wokenFar(by: waker, on: 1, duration: duration)
    }

    private func returnsTo(_ pursuit: inout Pursuit) -> Int32? { pursuit.flooded() }

    private func wakeUpsUntilMove(_ pursuit: inout Pursuit) -> Int {
        var count = 1
        while !moves(&pursuit, to: button) { count += 1 }
        return count
    }
}
