import CarillonTest
import Testing

@testable import counter

@Suite struct CounterOnTheBenchTests {
    private let bench: Bench<Int>

    init() throws { bench = try Bench(makeCounter) }

    @Test func pressIncrementsTheCount() throws {
        try bench.press("plus")
        try bench.press("plus")
        #expect(bench.model == 2)
        #expect(try bench.number("count").number == 2)
    }

    @Test func decrementingAtZeroRings() throws {
        try bench.press("minus")
        #expect(bench.changes == [.sound(name: .alert)])
    }

    @Test func bouncingContactCountsOnce() throws {
        #expect(try bench.play("____-_-------____", on: "plus", drawing: "count.0") == "____-------------")
        #expect(bench.model == 1)
    }
}
