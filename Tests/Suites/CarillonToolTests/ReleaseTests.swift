import Foundation
import TestSupport
import Testing

@testable import carillon

/// The script that makes a release, in a checkout with its own git repository. Each refusal says what to do.
@Suite(.enabled(if: access("/usr/bin/git", X_OK) == 0)) struct ReleaseTests {
    private let folder: TestSupport.TemporaryFolder

    init() throws {
        folder = try TestSupport.TemporaryFolder()
        let script = try Checkout(nil).text("Tools/release")
        try folder.write(script, to: "Tools/release")
        try folder.write(#"static let current = "1.2.3""#, to: "Sources/CarillonBoard/CarillonVersion.swift")
        try folder.write("# Changelog\n\n## 1.2.3 - 2026-01-31\n", to: "CHANGELOG.md")
        try folder.write(".build\n", to: ".gitignore")
        // The lanes fail, so that a release without a fault ends there.
        try folder.write("all:\n\tfalse\n", to: "Makefile")
        try commit()
    }

    @Test func changeWithoutACommitIsRefused() throws {
        try folder.write("x", to: "new")
        try expectRefusal("there are changes without a commit")
    }

    @Test func versionWithATagIsRefused() throws {
        try run("git", "tag", "v1.2.3")
        try expectRefusal("v1.2.3 is released already")
    }

    @Test func changelogWithoutTheVersionIsRefused() throws {
        try folder.write("## Unreleased\n\n## 1.2.2 - 2026-01-01\n", to: "CHANGELOG.md")
        try commit()
        try expectRefusal("CHANGELOG.md has no heading \"## 1.2.3 - ")
    }

    @Test func changelogWithMoreChangesIsRefused() throws {
        try folder.write("## Unreleased\n\n## 1.2.3 - 2026-01-01\n", to: "CHANGELOG.md")
        try commit()
        try expectRefusal("CHANGELOG.md has changes that are not in 1.2.3")
    }

    @Test func failureOfACheckIsReported() throws {
        try expectRefusal("a check has failed: make all", status: 1)
        #expect(!folder.contents.contains("carillon-1.2.3.tar.gz"))
    }

    private func expectRefusal(_ text: String, status: Int32 = 2) throws {
        let result = try run("bash", "Tools/release", "all")
        #expect(result.status == status)
        #expect(result.errors.contains("release: \(text)"), "\(result.errors)")
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
