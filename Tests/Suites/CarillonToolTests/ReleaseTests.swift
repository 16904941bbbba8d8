import Foundation
import TestSupport
import Testing

@testable import CarillonTool

/// The script that makes a release, in a checkout with its own git repository. Each refusal says what to do.
@Suite(.enabled(if: access("/usr/bin/git", X_OK) == 0)) struct ReleaseTests {
    private let folder: TestSupport.TemporaryFolder

    init() throws {
        folder = try TestSupport.TemporaryFolder()
        let script = try Checkout(nil).text("Tools/release")
        try folder.write(script, to: "Tools/release")
        try folder.write(#"static let current = "1.2.3""#, to: "Sources/Board/CarillonBoard/CarillonVersion.swift")
        try folder.write("# Changelog\n\n## 1.2.3 - 2026-01-31\n", to: "CHANGELOG.md")
        try folder.write(".build\n", to: ".gitignore")
        // The lanes fail, so that a release without a fault ends there.
        try folder.write("all:\n\tfalse\n", to: "Makefile")
        try commit()
    }

    static let refusals: [Row<@Sendable (ReleaseTests) throws -> Void, String>] = [
        Row("a change without a commit is refused", "there are changes without a commit") {
            try $0.folder.write("x", to: "new")
        },
        Row("a version with a tag is refused", "v1.2.3 is released already") { try $0.run("git", "tag", "v1.2.3") },
        Row("a changelog without the version is refused", "CHANGELOG.md has no heading \"## 1.2.3 - ") {
            try $0.folder.write("## Unreleased\n\n## 1.2.2 - 2026-01-01\n", to: "CHANGELOG.md")
            try $0.commit()
        },
        Row("a changelog with more changes is refused", "CHANGELOG.md has changes that are not in 1.2.3") {
            try $0.folder.write("## Unreleased\n\n## 1.2.3 - 2026-01-01\n", to: "CHANGELOG.md")
            try $0.commit()
        },
    ]

    @Test(arguments: refusals)
    func obstacleToAReleaseIsReported(row: Row<@Sendable (ReleaseTests) throws -> Void, String>) throws {
        try row.given(self)
        try expectRefusal(row.expected, sourceLocation: row.place)
    }

    @Test func failedCheckIsReported() throws {
        try expectRefusal("a check has failed: make all", status: 1)
        #expect(!folder.contents.contains("carillon-1.2.3.tar.gz"))
    }

    private func expectRefusal(
        _ text: String, status: Int32 = 2, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try run("bash", "Tools/release", "all")
        expectEqual(result.status, status, sourceLocation: sourceLocation)
        #expect(result.errors.contains("release: \(text)"), "\(result.errors)", sourceLocation: sourceLocation)
    }

    private func commit() throws {
        try run("git", "init", "--quiet")
        try run("git", "add", "--all")
        let name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        try #require(run("git", name + ["commit", "--quiet", "--message", "Change"]).status == 0)
    }

    @discardableResult
    private func run(_ program: String, _ arguments: String...) throws -> (status: Int32, errors: String) {
        try run(program, arguments)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let errors = Pipe()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
