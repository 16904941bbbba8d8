import Foundation
import Testing

/// Each step of the tutorial compiles, and the last step matches the recipe, which has tests.
extension ReadmeTests {
    @Test(.enabled(if: compiler != nil, noCompiler))
    func everyManifestOfTheTutorialCompiles() throws {
        let arguments = try Self.manifestArguments(for: #require(Self.compiler))
        let manifests = try tutorial("swift").filter { $0.contains("import PackageDescription") }
        try #require(manifests.count == 2)
        for manifest in manifests { try expectCompiles(manifest, as: "Package.swift", arguments: arguments) }
    }

    @Test(.enabled(if: compiler != nil, noCompiler))
    func everyProgramOfTheTutorialCompilesWithItsTest() throws {
        let (programs, tests) = try (programsOfTheTutorial(), testsOfTheTutorial())
        try #require(programs.count == 2 && tests.count == 2)
        for (program, test) in zip(programs, tests) {
            let module = try TemporaryFile("", name: "doorbell.swiftmodule")
            try expectCompiles(
                program, as: "main.swift",
                mode: ["-emit-module", "-module-name", "doorbell", "-enable-testing", "-o", module.path],
                arguments: Self.moduleArguments)
            let folder = module.url.deletingLastPathComponent().path
            try expectCompiles(test, as: "DoorbellTests.swift", arguments: Self.moduleArguments + ["-I", folder])
        }
    }

    @Test func theTutorialEndsWithTheRecipe() throws {
        #expect(try programsOfTheTutorial().last == text(of: "Examples/Doorbell/Sources/Doorbell/main.swift"))
        let wiring = try text(of: "Examples/Doorbell/Boards/wirings/doorbell.yaml").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        #expect(try tutorial("yaml").last?.split(separator: "\n") == wiring)
        // The recipe may have additional tests, after those of the tutorial.
        let test = try text(of: "Examples/Doorbell/Tests/DoorbellTests/DoorbellTests.swift")
            .replacing("import Doorbell", with: "import doorbell")
        #expect(try test.hasPrefix(#require(testsOfTheTutorial().last).dropLast("}\n".count)))
    }

    private func tutorial(_ language: String) throws -> [String] {
        try blocks(language, in: "Documentation/Tutorial.md")
    }

    private func programsOfTheTutorial() throws -> [String] {
        try tutorial("swift").filter { $0.hasPrefix("import Carillon\n") }
    }

    private func testsOfTheTutorial() throws -> [String] {
        try tutorial("swift").filter { $0.hasPrefix("import CarillonTest\n") }
    }
}
