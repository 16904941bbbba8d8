import CarillonTest
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard
@testable import counter

/// The counter on a simulated board, in virtual time.
@Suite struct CounterTests {
    private let bench: Bench<Int>

    init() throws {
        bench = try Bench(wiring: "counter", makeCounter)
    }

    @Test func plusButtonCountsUpInBinary() throws {
        #expect(bench.lit.isEmpty)
        #expect(bench.changes.isEmpty)
        let expected: [Set<String>] = [
            ["bit0"], ["bit1"], ["bit0", "bit1"], ["bit2"], ["bit0", "bit2"], ["bit1", "bit2"],
            ["bit0", "bit1", "bit2"], ["bit3"],
        ]
        for lit in expected {
            try bench.press("plus")
            #expect(bench.lit == lit)
        }
    }

    @Test func numberTooLargeForTheLEDsLosesItsHighestBits() throws {
        for _ in 1...17 { try bench.press("plus") }
        #expect(bench.lit == ["bit0"])
        #expect(bench.changes.last == .number(name: "count", value: 17))
    }

    @Test func alertPlaysSampleForSampleFromTheTimeOfThePress() throws {
        let bench = try Bench(wiring: "counter", sounds: .files, makeCounter)
        bench.advance(by: .seconds(1))
        try bench.press("minus")
        bench.finishSounds()
        let alert = try bench.board.engine.load(DataFolders.find("Sounds/alert.wav")!)
        let samples = alert.withSamples { $0.map { Int16($0 * 32_768) } }
        #expect(bench.heard.map(\.start) == [48_000])
        let isHeardWhole = bench.heard.first?.samples == samples
        #expect(isHeardWhole)
    }

    @Test func closingTheBoardTurnsEveryLEDOff() throws {
        for _ in 1...3 { try bench.press("plus") }
        bench.close()
        #expect(bench.lit.isEmpty)
        #expect(bench.changes.count == 3)
    }

    @Test func boardWithoutAWiringCreatesLEDsForTheCount() throws {
        let bench = try Bench(makeCounter)
        for _ in 1...3 { try bench.press("plus") }
        #expect(bench.lit == ["count.0", "count.1"])
    }
}
