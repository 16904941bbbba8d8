import Foundation
import Testing

/// The Swift blocks of pages that quote no example compile as they are, and those that quote one match it.
extension ReadmeTests {
    @Test(.enabled(if: compiler != nil, noCompiler))
    func everyProgramOfThePageOnMemoryCompiles() throws {
        let programs = try blocks("swift", in: "Documentation/Memory.md").filter { !$0.contains("@Test") }
        try #require(programs.count == 3)
        try expectCompiles(programs.joined(separator: "\n"), as: "Memory.swift", arguments: Self.moduleArguments)
    }

    @Test func thePageOnMemoryShowsTestsOfTheExample() throws {
        let tests = try #require(blocks("swift", in: "Documentation/Memory.md").last)
        let file = try text(of: "Examples/VolumeKnob/Tests/VolumeKnobTests/VolumeKnobTests.swift")
        let indented = tests.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        #expect(file.contains(indented))
    }
}
