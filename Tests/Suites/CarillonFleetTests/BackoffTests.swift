import TestSupport
import Testing

@testable import CarillonFleet

@Suite struct BackoffTests {
    private var backoff = Backoff()

    @Test mutating func pausesGrowUpToAMinute() {
        let pauses = (0..<9).map { _ in backoff.lost(at: .zero, random: 1) }
        expectEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60].map(Duration.seconds))
    }

    @Test mutating func pauseIsRandomButAtLeastATenthOfItsMaximum() {
        expectEqual(backoff.lost(at: .zero, random: 0), .milliseconds(100))
        let pause = backoff.lost(at: .zero, random: 0.5)
        #expect((Duration.milliseconds(1099)...(.milliseconds(1101))).contains(pause))
    }

    @Test mutating func onlyALastingConnectionResetsThePauses() {
        for _ in 0..<3 { _ = backoff.lost(at: .zero, random: 1) }
        backoff.connected(at: .seconds(10))
        expectEqual(backoff.lost(at: .seconds(39), random: 1), .seconds(8))
        backoff.connected(at: .seconds(50))
        expectEqual(backoff.lost(at: .seconds(80), random: 1), .seconds(1))
    }
}
