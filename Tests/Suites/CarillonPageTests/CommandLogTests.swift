import CarillonBoard
import CarillonScheduling
import Testing

@Suite struct CommandLogTests {
    private let time = VirtualTime()
    private let lines = Locked<[String]>([])
    private let log: CommandLog

    init() {
        log = CommandLog(clock: time) { [lines] line, _ in lines.withLock { $0.append(line) } }
    }

    @Test func commandsAreReportedTwentyTimesAMinute() {
        for number in 1...30 { log.add(.fleet, "\(number)", isReported: true) }
        #expect(lines.withLock { $0.count } == 21)
        #expect(lines.withLock { $0[20] } == "more commands came; the next reports are those of the next minute")
        time.advance(by: .seconds(60))
        log.add(.fleet, "31", refusal: "no", isReported: true)
        #expect(lines.withLock { $0.last } == "fleet: refused 31: no")
    }

    @Test func repeatedCommandIsOneEntry() {
        for _ in 1...3 {
            log.add(.page, "press button plus", isReported: false)
            time.advance(by: .seconds(1))
        }
        log.add(.script, "press button plus", isReported: false)
        #expect(log.entries.map(\.count) == [3, 1])
        #expect(log.entries.map(\.time) == [.seconds(2), .seconds(3)])
        #expect(log.total == 4)
        #expect(lines.withLock { $0.isEmpty })
    }

    @Test func newestFiftyCommandsAreKept() {
        for number in 1...60 { log.add(.panel, "\(number)", isReported: false) }
        #expect(log.entries.map(\.text) == (11...60).map { "\($0)" })
        log.add(.page, String(repeating: "a", count: 1000), isReported: false)
        #expect(log.entries.last?.text.count == 83)
    }
}
