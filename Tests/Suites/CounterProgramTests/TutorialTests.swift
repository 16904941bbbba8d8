import Foundation
import Testing

/// Each step of the tutorial compiles, and the last step matches the recipe, which has tests.
extension ReadmeTests {
    @Test(.enabled(if: compiler != nil, noCompiler))
    func everyProgramOfTheTutorialCompilesWithItsTest() throws {
        let (programs, tests) = try (programsOfTheTutorial(), testsOfTheTutorial())
        try #require(programs.count == 2 && tests.count == 2)
        for (program, test) in zip(programs, tests) {
            let module = try TemporaryFile("", name: "Doorbell.swiftmodule")
            try expectCompiles(
                program, as: "main.swift",
                mode: ["-emit-module", "-module-name", "Doorbell", "-enable-testing", "-o", module.path],
                arguments: Self.moduleArguments)
            let folder = module.url.deletingLastPathComponent().path
            try expectCompiles(test, as: "DoorbellTests.swift", arguments: ["-I", folder] + Self.moduleArguments)
        }
    }

    @Test func tutorialBeginsWithANewPackage() throws {
        func copy(of file: String) throws -> String {
            try text(of: "Examples/ButtonBell/\(file)").replacing("ButtonBell", with: "Doorbell")
                .replacing("button-bell", with: "doorbell")
        }
        #expect(try programsOfTheTutorial().first == copy(of: "Sources/ButtonBell/main.swift"))
        #expect(try tutorial("yaml").first == copy(of: "Boards/wirings/button-bell.yaml"))
        #expect(try testsOfTheTutorial().first == copy(of: "Tests/ButtonBellTests/ButtonBellTests.swift"))
    }

    @Test func tutorialEndsWithTheRecipe() throws {
        let recipe = "Examples/Doorbell"
        #expect(try programsOfTheTutorial().last == text(of: "\(recipe)/Sources/Doorbell/main.swift"))
        #expect(try tutorial("yaml").last == text(of: "\(recipe)/Boards/wirings/doorbell.yaml"))
        #expect(try testsOfTheTutorial().last == text(of: "\(recipe)/Tests/DoorbellTests/DoorbellTests.swift"))
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
