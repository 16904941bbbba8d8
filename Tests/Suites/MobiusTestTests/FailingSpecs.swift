import Foundation
import MobiusTest
import Testing
import XCTest

/// Specs that fail on purpose when a `TestRun` runs them. A failure in XCTest cannot be observed in another way.
final class FailingSpecs: XCTestCase {
    static let isAsked = ProcessInfo.processInfo.environment[TestRun.mark] != nil
    static let file = #filePath
    static let line = #line + 3

    static func fail() {
        UpdateSpec(update).given(.dark).when(.ignored).then(assertThatNext(hasModel()))
    }

    func testThatFails() throws {
        try XCTSkipUnless(Self.isAsked, "fails on purpose, for ReportFailureTests")
        Self.fail()
    }
}

@Test(.enabled(if: FailingSpecs.isAsked, "fails on purpose, for ReportFailureTests"))
func specFailsInAnotherTask() async {
    await Task.detached { FailingSpecs.fail() }.value
}

/// A run of the tests of this program in another process.
struct TestRun {
    static let mark = "MOBIUSTEST_FAIL_ON_PURPOSE"
    /// Whether the tests are a program, as on Linux. On macOS they are a bundle, which Xcode's programs load.
    static let isPossible = (CommandLine.arguments.first ?? "").hasSuffix(".xctest")

    let output: String
    let status: Int32

    /// - Parameter arguments: The arguments that select the library and the tests.
    init(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging([Self.mark: "1"]) { _, new in new }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}
