import CarillonGPIO
import Testing

@testable import LinuxGPIO

/// The number of edges missed before each edge: `-` to active, `_` to inactive.
@Suite struct EdgeSequenceTests {
    @Test func alternatingEdgesAreAll() {
        #expect(missed("-_-_", numbers: [0, 0, 0, 0]) == [0, 0, 0, 0])
        #expect(missed("-_-_", numbers: [1, 2, 3, 4]) == [0, 0, 0, 0])
    }

    @Test func numbersThatAreLeftOutAreEdgesThatAreLost() {
        #expect(missed("-_-", numbers: [1, 18, 21]) == [0, 16, 2])
    }

    @Test func firstEdgesCanBeLost() {
        #expect(missed("-", numbers: [4]) == [3])
    }

    @Test func withoutNumbersTwoEdgesToOneLevelTellOfAnotherBetweenThem() {
        #expect(missed("--_", numbers: [0, 0, 0]) == [0, 1, 0])
    }

    @Test func repeatedLevelWithoutAGapRevealsAMissedEdge() {
        #expect(missed("--", numbers: [1, 2]) == [0, 1])
    }

    @Test func numbersBeginAnewAfterFourThousandMillion() {
        var sequence = EdgeSequence()
        _ = sequence.missed(before: .active, number: .max - 1)
        #expect(sequence.missed(before: .inactive, number: 1) == 2)
    }

    private func missed(_ levels: String, numbers: [UInt32]) -> [Int] {
        var sequence = EdgeSequence()
        return zip(levels, numbers).map { level, number in
            sequence.missed(before: level == "-" ? .active : .inactive, number: number)
        }
    }
}
