import Foundation
import TestSupport
import Testing

@testable import CarillonTool

@Suite(.enabled(if: access("/usr/bin/make", X_OK) == 0)) struct MakefileTests {
    /// Returns the commands that a goal would run, without running them.
    private func commands(of arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/make")
        process.arguments = ["--dry-run", "--no-print-directory", "-C", try Checkout(nil).path] + arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    @Test(arguments: [("", true), ("--quick", false), ("--waiting", false), ("loop", false), ("page.press", true)])
    func benchmarkInstallsItsReferencesBeforeItsBuild(arguments: String, needsBrowser: Bool) throws {
        let commands = try commands(of: "benchmark", "ARGS=\(arguments)")
        let build = try #require(commands.range(of: "swift build -c release --package-path Benchmarks"))
        let before = commands[..<build.lowerBound]
        for package in ["alsa-utils stress-ng python3", "python3-gpiozero", "rt-tests", "espeak-ng"] {
            #expect(before.contains("Tools/require-packages \(package)\n"), "\(package)")
        }
        expectEqual(before.contains("Tools/require-packages chromium\n"), needsBrowser)
    }
}
