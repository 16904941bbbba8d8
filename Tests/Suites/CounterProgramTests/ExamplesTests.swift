import Foundation
import TestSupport
import Testing

/// Each example is a folder of the same shape: a package of its own, and a target in the package of all examples.
@Suite struct ExamplesTests {
    @Test func pageOnRecipesListsEachExample() throws {
        #expect(!Self.examples.isEmpty)
        let lines = try text(of: "Documentation/Recipes.md").matches(of: /\n- \[(\w+)\]\(([^)]+)\): \w/)
        expectEqual(lines.map { String($0.1) }.sorted(), Self.examples)
        #expect(lines.allSatisfy { $0.2 == "../Examples/\($0.1)/README.md" })
    }

    @Test(arguments: examples)
    func folderOfAnExampleHasItsCodeItsWiringAndItsTest(example: String) throws {
        let program = Self.programName(of: example)
        let files = try Self.entries(of: Self.folder.appendingPathComponent(example), deep: true, areFolders: false)
        let expected: Set = [
            "Boards/wirings/\(program).yaml", "Makefile", "Package.swift", "README.md", "Sources/\(example)/main.swift",
            "Tests/\(example)Tests/\(example)Tests.swift", "Tools/package/\(program)/description", "wiring.svg",
        ]
        expectEqual(files.filter { expected.contains($0) || !$0.hasPrefix("Sources/\(example)/") }, expected.sorted())
        let (code, test) = ("Sources/\(example)/main.swift", "Tests/\(example)Tests/\(example)Tests.swift")
        #expect(try text(of: "Examples/\(example)/\(code)").contains("Board.run(wiring: \"\(program)\""))
        #expect(try text(of: "Examples/\(example)/\(test)").contains("Bench(wiring: \"\(program)\""))
    }

    @Test(arguments: examples)
    func manifestOfAnExampleAgreesWithTheCommonOne(example: String) throws {
        let all = try text(of: "Examples/Package.swift")
        let libraries = all.matches(of: /"(\w+)": \[([^\]]+)\]/).filter { $0.1 == example }
            .flatMap { $0.2.matches(of: /\w+/).map { String($0.0) } }
        let products = (["Carillon"] + libraries).map { ".product(name: \"\($0)\", package: \"carillon\")," }
        let manifest = try text(of: "Examples/Doorbell/Package.swift")
            .replacingOccurrences(of: "Doorbell", with: example)
            .replacingOccurrences(
                of: "[.product(name: \"Carillon\", package: \"carillon\")]", with: "[\(products.joined())]")
        expectEqual(try normalised(text(of: "Examples/\(example)/Package.swift")), normalised(manifest))
        let makefile = try text(of: "Examples/Doorbell/Makefile")
            .replacingOccurrences(of: "Doorbell", with: example)
            .replacingOccurrences(of: "doorbell", with: Self.programName(of: example))
        expectEqual(try text(of: "Examples/\(example)/Makefile"), makefile)
    }

    private static let folder = projectFolder.appendingPathComponent("Examples")

    private static let examples = (try? entries(of: folder, deep: false, areFolders: true)) ?? []

    /// Returns the paths of the files or folders in a folder, sorted, without hidden ones.
    private static func entries(of folder: URL, deep: Bool, areFolders: Bool) throws -> [String] {
        let files = FileManager.default
        let paths =
            try deep ? files.subpathsOfDirectory(atPath: folder.path) : files.contentsOfDirectory(atPath: folder.path)
        return paths.filter { path in
            !path.hasPrefix(".") && folder.appendingPathComponent(path).hasDirectoryPath == areFolders
        }.sorted()
    }

    /// Returns the name of the example's wiring and package: `kitchen-timer` for `KitchenTimer`.
    private static func programName(of example: String) -> String {
        example.replacing(/([a-z])([A-Z])/) { "\($0.1)-\($0.2)" }.lowercased()
    }

    /// Returns a manifest without blanks, and without commas at the ends of lists.
    private func normalised(_ manifest: String) -> String {
        manifest.filter { !$0.isWhitespace }.replacingOccurrences(of: ",]", with: "]")
    }
}
