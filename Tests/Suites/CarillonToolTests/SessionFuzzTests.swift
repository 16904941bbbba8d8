import TestSupport
import Testing

@Suite struct SessionFuzzTests {
    /// 20,000 files with `CARILLON_THOROUGH`.
    @Test func hostileSessionIsShownReplayedAndExported() throws {
        var fuzz = try SessionFuzz(patience: isThorough ? 3000 : 100)
        try fuzz.run(isThorough ? 20_000 : 24, from: 0)
        expectEqual(fuzz.faults, [])
        for outcome in ["shown", "replay: no difference", "replay: differs", "export: in words"] {
            #expect(fuzz.outcomes[outcome, default: 0] > 0, "\(outcome): \(fuzz.outcomes)")
        }
    }
}
