import CarillonGPIO
import TestSupport
import Testing

@testable import LinuxGPIO

/// The number of edges missed before each edge: `-` to active, `_` to inactive.
@Suite struct EdgeSequenceTests {
    struct Edges: Sendable {
        let levels: String
        let numbers: [UInt32]

        init(_ levels: String, _ numbers: [UInt32]) { (self.levels, self.numbers) = (levels, numbers) }
    }

    static let rows: [Row<Edges, [Int]>] = [
        Row("alternating edges without numbers are complete", Edges("-_-_", [0, 0, 0, 0]), [0, 0, 0, 0]),
        Row("alternating edges are complete", Edges("-_-_", [1, 2, 3, 4]), [0, 0, 0, 0]),
        Row("missing numbers are counted as lost edges", Edges("-_-", [1, 18, 21]), [0, 16, 2]),
        Row("first edges can be lost", Edges("-", [4]), [3]),
        Row("repeated level without numbers reveals a lost edge", Edges("--_", [0, 0, 0]), [0, 1, 0]),
        Row("repeated level without a gap reveals a lost edge", Edges("--", [1, 2]), [0, 1]),
        Row("numbers start again after 2^32", Edges("-_", [.max - 1, 1]), [4_294_967_293, 2]),
    ]

    @Test(arguments: rows) func lostEdgesAreCounted(row: Row<Edges, [Int]>) {
        var sequence = EdgeSequence()
        let missed = zip(row.given.levels, row.given.numbers).map { level, number in
            sequence.missed(before: level == "-" ? .active : .inactive, number: number)
        }
        expectEqual(missed, row.expected, sourceLocation: row.place)
    }
}
