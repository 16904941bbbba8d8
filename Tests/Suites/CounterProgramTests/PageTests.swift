import Foundation
import TestSupport
import Testing

/// The Swift blocks of pages that quote no example compile as they are, and those that quote one match it.
extension ReadmeTests {
    @Test(.enabled(if: compiler != nil, noCompiler))
    func everyProgramOfThePageOnMemoryCompiles() throws {
        let programs = try blocks("swift", in: "Documentation/Memory.md").filter { !$0.contains("@Test") }
        try #require(programs.count == 3)
        try expectCompiles(programs.joined(separator: "\n"), as: "Memory.swift", arguments: Self.moduleArguments)
    }

    @Test(arguments: [("Tutorial", 4), ("Recipes", 0), ("Memory", 4), ("Page", 0)])
    func pageHasTheExpectedNumberOfSwiftBlocks(page: String, count: Int) throws {
        expectEqual(try blocks("swift", in: "Documentation/\(page).md").count, count)
    }

    @Test func pageOnMemoryShowsTestsOfTheExample() throws {
        let tests = try #require(blocks("swift", in: "Documentation/Memory.md").last)
        let file = try text(of: "Examples/VolumeKnob/Tests/VolumeKnobTests/VolumeKnobTests.swift")
        let indented = tests.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        #expect(file.contains(indented))
    }

    @Test(.enabled(if: compiler != nil, noCompiler))
    func everyBlockOfThePagesOnValuesFleetAndSessionsCompiles() throws {
        let values = try blocks("swift", in: "Documentation/Values.md")
        let fleet = try blocks("swift", in: "Documentation/Fleet.md")
        let sessions = try blocks("swift", in: "Documentation/Sessions.md")
        try #require(values.count == 1 && fleet.count == 4 && sessions.count == 1)
        let tests = (fleet + sessions).filter { $0.hasPrefix("@Test") }
        let statements = (values + fleet).filter { !$0.hasPrefix("@Test") }.enumerated().map { number, block in
            "func part\(number)(of board: Board, effectHandler: AnyConnectable<Effect, Event>) throws {\n\(block)}\n"
        }
        let program = ([Self.frame] + statements + tests).joined(separator: "\n")
        try expectCompiles(program, as: "Pages.swift", arguments: Self.moduleArguments)
    }

    /// The declarations that the blocks of a page use and do not show.
    private static let frame = """
        import Carillon
        import CarillonTest
        import Testing

        struct Model: Equatable, Sendable { var target = 20.0, visitors = 0 }
        enum Event: Sendable { case turned(Int), target(Double), reset }
        enum Effect: Sendable { case ring }
        func update(model: Model, event: Event) -> Next<Model, Effect> { .noChange }
        func makeHouseBell(on board: Board) throws -> MobiusController<Model, Event, Effect> { fatalError() }
        func makeCounter(on board: Board) throws -> MobiusController<Int, Event, Effect> { fatalError() }
        """

    /// Each page has a program of its own names, so that all of them are compiled at once.
    @Test(.enabled(if: compiler != nil, noCompiler))
    func everyProgramOfThePagesOnDevicesCompiles() throws {
        let programs = try Self.devicePages.flatMap { try blocks("swift", in: $0) }
        try #require(programs.count >= Self.devicePages.count - 1)
        try expectCompiles(programs.joined(separator: "\n"), as: "main.swift", arguments: Self.moduleArguments)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3 is installed"))
    func generatedPagesAreUpToDate() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            projectFolder.appendingPathComponent("Tools/docs/write-pages").path, "--check",
            ProgramRun.folderOfBinaries.path,
        ]
        let messages = Pipe()
        process.standardError = messages
        try process.run()
        let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        expectEqual(process.terminationStatus, 0, "\(text)")
    }

    private static let devicePages: [String] = {
        let folder = "Documentation/Devices"
        let path = projectFolder.appendingPathComponent(folder).path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }()
}
