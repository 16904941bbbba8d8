import CarillonTest
import Testing

@testable import counter

/// A session of 39.801 seconds, recorded by counter on a bench.
@Suite struct CounterSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("..", "counter"), makeCounter)
        for _ in 1...3 { try bench.press("plus") }
        try bench.press("minus")
        for _ in 1...2 { try bench.press("plus") }
        try bench.press("minus")
        try bench.press("plus")
        for _ in 1...3 { try bench.press("minus") }
        try bench.press("plus")
        for _ in 1...5 { try bench.press("minus") }
        try bench.press("plus")
        try bench.press("minus")
        try bench.press("plus")
        try bench.press("minus")
        try bench.press("plus")
        #expect(bench.model == 1)
    }
}
