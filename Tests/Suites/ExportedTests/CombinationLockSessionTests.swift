import CarillonTest
import Testing

@testable import CombinationLock

/// A session of 40.971 seconds, recorded by CombinationLock on a bench.
@Suite struct CombinationLockSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("CombinationLock", "combination-lock"), makeCombinationLock)
        try bench.press("1")
        for _ in 1...2 { try bench.press("2") }
        try bench.press("3")
        try bench.press("2")
        try bench.press("4")
        try bench.press("2")
        try bench.press("4")
        for _ in 1...2 { try bench.press("3") }
        try bench.press("2")
        try bench.press("3")
        try bench.press("2")
        try bench.press("4")
        try bench.press("1")
        for _ in 1...3 { try bench.press("2") }
        try bench.press("4")
        try bench.press("3")
        try bench.press("1")
        try bench.press("2")
        #expect("\(bench.model)" == "Model(entered: [], mistakes: 3, isBlocked: true)")
    }
}
