import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonTest

/// A bench that is slow in real time says what most of its work is for.
@Suite struct SlownessTests {
    private let start = ContinuousClock.now

    /// Runs pieces of work that take 100 µs each in real time, and 1 ms of virtual time. Returns the notices.
    private func notices(_ slowness: inout Slowness, pieces: Int, use: (Int) -> String?) -> [String] {
        var notices: [String] = []
        for piece in 0..<pieces {
            let (now, clock) = (Duration.milliseconds(piece), start + .microseconds(100 * piece))
            if case .report(let text)? = slowness.willRun(at: now, clock) { notices.append(text) }
            if slowness.isListening, let name = use(piece) { slowness.saw(name) }
        }
        return notices
    }

    @Test func slowBenchNamesItsMostUsedDevices() {
        var slowness = Slowness()
        let notices = notices(&slowness, pieces: 70_000) { piece in
            piece % 4 == 0 ? "i2c-1 0x24" : piece % 2 == 0 ? "the event tick" : nil
        }
        expectEqual(notices.count, 1)
        #expect(notices[0].hasPrefix("the bench has worked for 5 s on "))
        #expect(notices[0].hasSuffix("of the last 4096, most are for i2c-1 0x24 (1024), the event tick (1024)"))
    }

    @Test func slowBenchWithoutUsesNamesTimers() {
        var slowness = Slowness()
        let notices = notices(&slowness, pieces: 70_000) { _ in nil }
        #expect(notices.count == 1 && notices[0].hasSuffix("most are for timers, outputs or sounds"))
    }

    @Test func noticesBecomeRarer() {
        for (pieces, notices) in [(40_000, 0), (1_000_000, 3)] {
            var slowness = Slowness()
            expectEqual(self.notices(&slowness, pieces: pieces) { _ in "GPIO17" }.count, notices)
        }
    }
}
