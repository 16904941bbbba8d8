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

    @Test func itBeginsAtZeroInTheDark() {
        #expect(bench.lit.isEmpty)
        #expect(bench.changes.isEmpty)
    }

    @Test func plusButtonCountsUpInBinary() throws {
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

    @Test func decrementingAtZeroRingsAndKeepsTheCount() throws {
        try bench.press("minus")
        #expect(bench.changes == [.sound(name: .alert)])
        #expect(bench.lit.isEmpty)
    }

    @Test func readmesScriptPrintsTheQuotedOutput() throws {
        for button in ["plus", "plus", "minus", "minus", "minus"] { try bench.press(button) }
        #expect(bench.changes.map(\.description) == ["count 1", "count 2", "count 1", "count 0", "sound alert"])
    }

    @Test func alertIsHeardSampleForSampleFromTheMomentOfThePress() throws {
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

    @Test func bouncingContactCountsOnce() throws {
        try bench.play("--__--__--__----------", on: "plus")
        bench.advance(by: .milliseconds(100))
        #expect(bench.changes == [.number(name: "count", value: 1)])
    }

    @Test func closingTheBoardPutsEveryLEDOut() throws {
        for _ in 1...3 { try bench.press("plus") }
        bench.close()
        #expect(bench.lit.isEmpty)
        #expect(bench.changes.count == 3)
    }

    @Test func itCountsOnABoardWithoutAWiring() throws {
        let bench = try Bench(makeCounter)
        for _ in 1...3 { try bench.press("plus") }
        #expect(bench.model == 3)
        #expect(bench.lit == ["count.0", "count.1"])
    }
}
