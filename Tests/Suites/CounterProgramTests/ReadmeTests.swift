import Foundation
import TestSupport
import Testing

/// The code of the README and of the other pages compiles, and quotations of the examples match the examples.
@Suite struct ReadmeTests {
    /// The pages whose Swift blocks are whole files, and these files. Tests of the manifest compile the block that is left out.
    static let quotations: [Row<(page: String, skippedBlocks: Int), [String]>] = [
        Row(
            "the page on testing shows tests that run", ("Documentation/Testing.md", 1),
            [
                "Examples/Doorbell/Tests/DoorbellTests/DoorbellTests.swift",
                "Examples/Blink/Tests/BlinkTests/BlinkTests.swift",
                "Examples/TwoHandControl/Tests/TwoHandControlTests/TwoHandControlTests.swift",
                "Tests/Suites/CarillonTestTests/FrostWarningTests.swift",
            ]),
        Row(
            "the page on kinds shows code that runs", ("Documentation/Kinds.md", 0),
            [
                "Examples/HallLight/Sources/HallLight/LatchingRelay.swift",
                "Examples/HallLight/Tests/HallLightTests/HallLightTests.swift",
                "Tests/Suites/CarillonTestTests/WindVaneTests.swift",
            ]),
        Row(
            "the page on measurements shows the recipe", ("Documentation/Measurements.md", 0),
            [
                "Examples/Thermostat/Sources/Thermostat/main.swift",
                "Examples/Thermostat/Tests/ThermostatTests/ThermostatTests.swift",
            ]),
    ]

    @Test(arguments: quotations)
    func pageShowsWholeFiles(row: Row<(page: String, skippedBlocks: Int), [String]>) throws {
        let shown = try Array(blocks("swift", in: row.given.page).dropFirst(row.given.skippedBlocks))
        expectEqual(shown, try row.expected.map(text), sourceLocation: row.place)
    }

    /// The example's tests compile and run these files.
    @Test func firstScreenShowsTheWiringTheProgramAndTheTestOfAnExample() throws {
        let folder = "Examples/ButtonBell"
        let swift = try blocks("swift", in: "README.md")
        try #require(swift.count == 2)
        expectEqual(swift[0], try text(of: "\(folder)/Sources/ButtonBell/main.swift"))
        let indented = swift[1].split(separator: "\n").map { "    \($0)\n" }.joined()
        let test = try text(of: "\(folder)/Tests/ButtonBellTests/ButtonBellTests.swift")
        #expect(test.contains("\n\(indented)\n"))
        let wiring = try #require(blocks("yaml", in: "README.md").first)
        let file = try text(of: "\(folder)/Boards/wirings/button-bell.yaml")
        #expect(file.hasSuffix("\n\n\(wiring)"))
    }

    @Test func pictureOfTheFirstScreenHasThePinsOfItsWiring() throws {
        let wiring = projectFolder.appendingPathComponent("Examples/ButtonBell/Boards/wirings/button-bell.yaml").path
        let run = try ProgramRun(["--board", "raspberry-pi-4b", "--wiring", wiring, "--pinout"])
        expectEqual(run.output.last, "button bell  pin 11 (GPIO17), button, GND (pin 9)")
        for path in ["Documentation/doorbell-wiring.svg", "README.md"] {
            let text = try text(of: path)
            for place in ["GPIO17, pin 11", "pin 9"] { #expect(text.contains(place), "\(path)") }
        }
    }

    @Test(.enabled(if: compiler != nil, noCompiler))
    func programOfTheFirstScreenCompiles() throws {
        let program = try #require(blocks("swift", in: "README.md").first)
        // A file with top-level code must be called main.swift.
        try expectCompiles(program, as: "main.swift", arguments: Self.moduleArguments)
    }

    @Test func walkThroughMobiusBeginsWithTheWholeExample() throws {
        let example = try blocks("swift", in: "Documentation/Mobius.md").prefix(3).joined(separator: "\n")
        #expect(try example == text(of: "Sources/Program/counter/main.swift"))
    }

    @Test(.enabled(if: compiler != nil, noCompiler))
    func everySwiftBlockOfTheWalkThroughMobiusCompiles() throws {
        let blocks = try blocks("swift", in: "Documentation/Mobius.md")
        try #require(blocks.count == 7)
        try expectCompiles(
            blocks.prefix(5).joined(separator: "\n"), as: "main.swift", arguments: Self.moduleArguments)
        #expect(try blocks[5] == text(of: "Tests/Suites/CounterTests/UpdateTests.swift"))
        try expectManifestCompiles(blocks[6])
    }

    @Test(.enabled(if: compiler != nil, noCompiler))
    func everySwiftBlockOfThePagesOnSoundsAndSpeechCompiles() throws {
        let sounds = try blocks("swift", in: "Documentation/Sounds.md")
        let speech = try blocks("swift", in: "Documentation/Speech.md")
        try #require(sounds.count == 5 && speech.count == 3)
        // The last one is a part of a test.
        for block in sounds + speech.prefix(2) {
            try expectCompiles(block, as: "Sounds.swift", arguments: Self.moduleArguments)
        }
    }

    @Test(.enabled(if: compiler != nil, noCompiler))
    func everySwiftBlockOfThePageOnTheMicrophoneCompiles() throws {
        let blocks = try blocks("swift", in: "Documentation/Microphone.md")
        try #require(blocks.count == 3)
        // The last one is a test.
        for block in blocks.dropLast() {
            try expectCompiles(block, as: "Microphone.swift", arguments: Self.moduleArguments)
        }
        let test = try text(of: "Tests/Suites/CarillonTestTests/NoiseTests.swift")
        #expect(blocks.last == test)
    }

    /// The tests of Carillon could use names that an application cannot.
    @Test(.enabled(if: compiler != nil, noCompiler))
    func sensorOnThePageOnKindsCompilesInAnApplication() throws {
        let block = try #require(blocks("swift", in: "Documentation/Kinds.md").last)
        try expectCompiles(block, as: "WindVaneTests.swift", arguments: Self.moduleArguments)
        let sensor = try #require(block.components(separatedBy: "@Suite").first)
            .replacing("import CarillonTest\n", with: "import Carillon\n").replacing("import Testing\n", with: "")
        try expectCompiles(sensor, as: "WindVane.swift", arguments: Self.moduleArguments)
    }

    @Test(.enabled(if: compiler != nil, noCompiler))
    func targetOnThePageOnTestingCompiles() throws {
        let target = try #require(blocks("swift", in: "Documentation/Testing.md").first)
        let manifest = "import PackageDescription\nlet package = Package(name: \"doorbell\", targets: [\(target)])"
        try expectManifestCompiles(manifest)
    }

    @Test func scriptForTheCounterPrintsTheQuotedOutput() throws {
        let lines = try #require(blocks("console", in: "Documentation/Tool.md").first).split(separator: "\n").map(
            String.init)
        let script = try #require(lines[0].split(separator: "'").dropFirst().first)
        let run = try ProgramRun(
            ["--board", "simulated", "--sound", "none"], input: script.replacingOccurrences(of: #"\n"#, with: "\n"))
        #expect(run.output == Array(lines.dropFirst()))
    }

    @Test func indexOfDecisionsListsEachRecordWithItsTitleAndDate() throws {
        let records = Self.decisions.filter { !$0.hasSuffix("README.md") }
        let rows = try records.map { path in
            let lines = try text(of: path).split(separator: "\n")
            let title = try #require(lines[0].wholeMatch(of: /# \d+\. (.+)/)).1
            let date = try #require(lines[1].wholeMatch(of: /Date: (.+)/)).1
            let file = URL(fileURLWithPath: path).lastPathComponent
            return "| [\(file.prefix(4))](\(file)) | \(date) | \(title) |"
        }
        let index = try text(of: "Documentation/Decisions/README.md").split(separator: "\n").map(String.init)
        #expect(!rows.isEmpty && index.filter { $0.hasPrefix("| [") } == rows)
    }

    /// The records of decisions and their index.
    private static let decisions: [String] = {
        let folder = "Documentation/Decisions"
        let path = projectFolder.appendingPathComponent(folder).path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }()

    func blocks(_ language: String, in page: String) throws -> [String] {
        try text(of: page).components(separatedBy: "```\(language)\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
    }

    /// The arguments that find the modules built with this test, including those of the C libraries.
    static var moduleArguments: [String] {
        let binaries = ProgramRun.folderOfBinaries
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: binaries.path)) ?? []
        let moduleMaps = folders.map { binaries.appendingPathComponent("\($0)/module.modulemap").path }
            .filter(FileManager.default.fileExists)
        return ["-I", binaries.appendingPathComponent("Modules").path, "-swift-version", "6"]
            + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    static func manifestArguments(for compiler: URL) -> [String] {
        let folder = compiler.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("lib/swift/pm/ManifestAPI").path
        return ["-I", folder, "-package-description-version", "6.0.0"]
    }

    static let noCompiler: Comment = "no Swift compiler is on the PATH"

    /// The compiler on the PATH; nil if there is none.
    static let compiler: URL? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let paths = folders.map { URL(fileURLWithPath: "\($0)/swiftc") }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0.path) }?.resolvingSymlinksInPath()
    }()

    func expectManifestCompiles(_ manifest: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let arguments = try Self.manifestArguments(for: #require(Self.compiler))
        try expectCompiles(manifest, as: "Package.swift", arguments: arguments, sourceLocation: sourceLocation)
    }

    func expectCompiles(
        _ code: String, as name: String, mode: [String] = ["-typecheck"], arguments: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = try TemporaryFile(code, name: name)
        let process = Process()
        process.executableURL = try #require(Self.compiler).deletingLastPathComponent().appendingPathComponent("swiftc")
        // The cache of the build has the system's modules, so that none is written to the user's home folder.
        let cache = ProgramRun.folderOfBinaries.appendingPathComponent("ModuleCache").path
        process.arguments = mode + [file.path, "-module-cache-path", cache] + arguments
        let messages = Pipe()
        process.standardError = messages
        try process.run()
        let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)", sourceLocation: sourceLocation)
    }
}
