import Testing

@testable import CarillonRealTime

@Suite struct PaceTests {
    @Test func threadRestsAsLongAsItFindsMuch() {
        var pace = Pace()
        pace.found(16)
        #expect(pace.isResting)
        pace.found(1000)
        #expect(pace.isResting)
        pace.found(15)
        #expect(!pace.isResting)
    }

    @Test func ownerWithMoreWorkDoesNotRest() {
        var pace = Pace()
        pace.found(1000, isAll: false)
        #expect(!pace.isResting)
        pace.found(1000)
        pace.found(1000, isAll: false)
        #expect(!pace.isResting)
    }

    @Test func ownerWokenForLittleRestsNowAndThen() {
        var pace = Pace()
        for _ in 1...15 {
            pace.found(1)
            #expect(!pace.isResting)
        }
        pace.found(1)
        #expect(pace.isResting)
    }

    @Test func restsInVainBecomeRare() {
        var pace = Pace()
        var wakeUps: [Int] = []
        for _ in 1...12 {
            var count = 0
            repeat {
                pace.found(1)
                count += 1
            } while !pace.isResting
            wakeUps.append(count)
            pace.found(0)
        }
        #expect(wakeUps == [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096, 4096, 4096])
    }

    @Test func restThatWasWorthItMakesTheThreadTryEarlyAgain() {
        var pace = Pace()
        for _ in 1...4000 { pace.found(1) }
        pace.found(100)
        pace.found(0)
        var count = 0
        repeat {
            pace.found(1)
            count += 1
        } while !pace.isResting
        #expect(count == 32)
    }

    @Test func wakeUpForOtherThingsCountsForNothing() {
        var pace = Pace()
        for _ in 1...10_000 { pace.found(0) }
        #expect(!pace.isResting)
    }
}
