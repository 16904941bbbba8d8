import Foundation
import TestSupport
import Testing

/// Compares the programs with the README's blocks, which are in `Blocks.txt`.
@Suite struct BlockTests {
    /// The lines that the README leaves out, each with its reason.
    private static let added = [
        // The files are indented as in the README.
        "// swift-format-ignore-file",
        // In the place of `import SwiftUI` and `import Combine`, which Xcode's templates have.
        "import FluxusScreens",
        // For `DispatchQueue`, which SwiftUI exports.
        "import Dispatch",
        // "Inside SceneDelegate.swift's scene()"
        "func scene(_ window: Screen) {",
    ]

    private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func programsHaveTheBlocksLineByLine() throws {
        let blocks = try read("Suites/FluxusReadmeTests/Blocks.txt").split {
            $0.hasPrefix("// ") && $0.dropFirst(4).hasPrefix(") ")
        }
        .map { lines($0) }
        expectEqual(blocks.map(\.count), [13, 30, 6, 13, 8, 8, 15, 34, 4, 10, 2, 4])
        var (missing, others) = (blocks, Set<String>())
        for name in ["FluxusMinimal", "FluxusGetters", "FluxusActions"] {
            let program = lines(try read("Probes/FluxusReadme/\(name)/\(name).swift")[...])
            var isOfABlock = program.map { _ in false }
            for block in blocks {
                for start in 0...max(0, program.count - block.count) where program[start...].starts(with: block) {
                    missing.removeAll { $0 == block }
                    for index in start..<start + block.count { isOfABlock[index] = true }
                }
            }
            // A block of a later section replaces lines of an earlier block, which are otherwise unchanged.
            let known = Set(blocks.joined())
            for (line, isOfABlock) in zip(program, isOfABlock) where !isOfABlock && !known.contains(line) {
                others.insert(line)
            }
        }
        expectEqual(missing, [])
        expectEqual(others, Set(Self.added))
    }

    /// Returns the lines without indentation and without empty lines.
    private func lines(_ text: some Collection<String>) -> [String] {
        text.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private func read(_ path: String) throws -> [String] {
        try String(contentsOf: tests.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
    }
}
