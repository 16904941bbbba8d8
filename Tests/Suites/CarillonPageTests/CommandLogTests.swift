import CarillonBoard
import CarillonScheduling
import TestSupport
import Testing

@Suite struct CommandLogTests {
    private let time = VirtualTime()
    private let lines = Locked<[String]>([])
    private let log: CommandLog

    init() {
        log = CommandLog(clock: time) { [lines] line, _ in lines.withLock { $0.append(line) } }
    }

    @Test func commandReportsStopAfterTwentyUntilTheNextMinute() {
        for number in 1...30 { log.add(.fleet, "\(number)", isReported: true) }
        expectEqual(lines.withLock { $0.count }, 21)
        expectEqual(lines.withLock { $0[20] }, "more commands came; the next reports are those of the next minute")
        time.advance(by: .seconds(60))
        log.add(.fleet, "31", refusal: "no", isReported: true)
        expectEqual(lines.withLock { $0.last }, "fleet: refused 31: no")
    }

    @Test func reportsAreLimitedToTwentyAMinute() {
        var limit = ReportLimit()
        let decisions = (0..<60_000).map { limit.decide(at: .milliseconds($0 / 4)) }
        expectEqual(decisions.count { $0 == .report }, 20)
        expectEqual(decisions.count { $0 == .reportPause }, 1)
        expectEqual(limit.decide(at: .seconds(60)), .report)
    }

    @Test func repeatedCommandsShareAnEntry() {
        for _ in 1...3 {
            log.add(.page, "press button plus", isReported: false)
            time.advance(by: .seconds(1))
        }
        log.add(.script, "press button plus", isReported: false)
        expectEqual(log.entries.map(\.count), [3, 1])
        expectEqual(log.entries.map(\.time), [.seconds(2), .seconds(3)])
        expectEqual(log.total, 4)
        #expect(lines.withLock { $0.isEmpty })
    }

    @Test func newestFiftyCommandsAreKept() {
        for number in 1...60 { log.add(.panel, "\(number)", isReported: false) }
        expectEqual(log.entries.map(\.text), (11...60).map { "\($0)" })
        log.add(.page, String(repeating: "a", count: 1000), isReported: false)
        expectEqual(log.entries.last?.text.count, 83)
    }
}
