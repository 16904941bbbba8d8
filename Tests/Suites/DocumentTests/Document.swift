import Foundation
import Testing

/// A document about another library, whose code this package compiles.
struct Document: CustomTestStringConvertible {
    /// The document's name in the table of Documentation/Mobius.md.
    let name: String
    /// The file in `Blocks` with copies of the document's blocks of code. A line `=== TITLE` begins a block.
    let number: String
    /// The files with the code, in the folder `Tests`.
    let programs: [String]

    /// The five documents.
    static let all = [
        Document(name: "README of Mobius.swift 0.2", number: "000", programs: ["Probes/MobiusReadme02/main.swift"]),
        Document(name: "README of Mobius.swift 0.3", number: "001", programs: ["Probes/MobiusReadme03/main.swift"]),
        Document(name: "concepts page", number: "002", programs: ["Suites/DocumentTests/Concepts.swift"]),
        Document(
            name: "README of Fluxus", number: "003",
            programs: ["Minimal", "Getters", "Actions"].map { "Probes/FluxusReadme/Fluxus\($0)/Fluxus\($0).swift" }),
        Document(
            name: "README of Fluxer", number: "004",
            programs: ["Suites/FluxerReadmeTests/Readme.swift", "Probes/RenderProbe/main.swift"]),
    ]

    var testDescription: String { name }

    /// A line of the code that differs from the document's.
    struct Difference: Hashable {
        /// The document's line; empty for a line that the document omits.
        let original: String
        /// The line of the code.
        let line: String
    }

    /// Compares the code with the document. A block has to occur in a program as consecutive lines. Indentation, empty lines
    /// and comments of the programs make no difference.
    ///
    /// - Parameter known: The differences that are expected.
    /// - Returns: The blocks that no program has, the other lines that differ, and the expected differences that do not occur.
    func compare(
        _ known: [Difference]
    ) throws -> (missing: [[String]], unlisted: Set<String>, unused: Set<Difference>) {
        let originals = try blocks()
        let added = Set(known.filter { $0.original.isEmpty }.map(\.line))
        let replaced = Dictionary(known.filter { !$0.original.isEmpty }.map { ($0.original, $0.line) }) { $1 }
        let blocks = originals.map { $0.map { replaced[$0] ?? $0 } }
        let lines = Set(blocks.joined())
        var (missing, unlisted, present) = (blocks, Set<String>(), Set<String>())
        for path in programs {
            let all = try Self.lines(Self.read(path)).filter { !$0.hasPrefix("//") || lines.contains($0) }
            present.formUnion(all)
            let program = all.filter { !added.contains($0) }
            missing.removeAll { block in
                program.indices.contains { program[$0...].starts(with: block) }
            }
            // A block of a later section replaces lines of an earlier block, which are otherwise unchanged.
            unlisted.formUnion(program.filter { !lines.contains($0) })
        }
        let unused = known.filter { difference in
            !present.contains(difference.line)
                || !difference.original.isEmpty && !originals.joined().contains(difference.original)
        }
        return (missing, unlisted, Set(unused))
    }

    /// The blocks of the document.
    func blocks() throws -> [[String]] {
        try Self.read("Suites/DocumentTests/Blocks/\(number).txt").split { $0.hasPrefix("=== ") }.map(Self.lines)
    }

    /// Returns the lines without indentation, without empty lines, and with single spaces.
    private static func lines(_ text: some Collection<String>) -> [String] {
        text.map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }.filter { !$0.isEmpty }
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the lines of a file in the folder `Tests`.
    static func read(_ path: String) throws -> [String] {
        try String(contentsOf: tests.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
    }
}
