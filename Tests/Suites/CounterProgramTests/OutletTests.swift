import TestSupport
import Testing

/// The outlet of `OutletProbe`, which consists of two files and a line.
@Suite struct OutletTests {
    private static let quiet = ["--board", "simulated", "--sound", "none"]

    private func run(_ arguments: [String], input: String = "") throws -> ProgramRun {
        try ProgramRun(
            arguments, input: input, program: ProgramRun.folderOfBinaries.appendingPathComponent("OutletProbe"))
    }

    @Test func changesArePrintedAsJSONIfTheyAreRequested() throws {
        let requested = try run(Self.quiet + ["--changes"], input: "plus\nplus\nminus\n")
        let lines = [1, 2, 1].map { #"{"feature":"","kind":"number","name":"count","value":"\#($0)"}"# }
        expectEqual(requested.output.filter { $0.hasPrefix("{") }, lines)
        expectEqual(requested.status, 0)
        expectEqual(try run(Self.quiet, input: "plus\n").output, ["count 1"])
    }

    @Test func helpListsTheOptionsOfAnOutlet() throws {
        let help = try run(["--help"]).output
        #expect(help.contains("       [--changes]"))
        #expect(help.contains("  --changes       print each change of a device as a line of JSON"))
    }
}
