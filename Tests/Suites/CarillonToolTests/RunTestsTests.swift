import Foundation
import TestSupport
import Testing

@testable import CarillonTool

/// The program that runs the tests, with programs in place of them.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0)) struct RunTestsTests {
    private let folder: TestSupport.TemporaryFolder

    init() throws { folder = try TestSupport.TemporaryFolder() }

    @Test(arguments: [
        "Passing 1 argument a → 1 to rows(_:)", "Test case passing 1 argument a → 1 to rows(_:) started.",
    ])
    func failureAfterACaseIsShown(case line: String) throws {
        let failure = "✘ Test sums() recorded an issue at Sums.swift:3:5: Expectation failed: (1 + 1 → 2) == 3\n"
        try folder.write("◇ \(line)\n\(failure)✔ Test others() passed after 0.1 seconds.\n", to: "output")
        expectEqual(try run("cat", folder.file("output")).output, failure)
    }

    @Test func eachModuleWithManyTestsRunsInItsOwnProcess() throws {
        // Prints the names of its tests, or says that those of the filter have passed, but for one.
        let script = """
            case "$1" in
            --list-tests) for n in $(seq 20); do printf '%s\\n' "Bells.S/t$n()" "Lamps.S/t$n()"; done
                printf '%s\\n' 'One.S/a()' 'Two.S/b()';;
            --filter) printf '%s\\n' "$2" >>filters; echo '✔ Test a() passed after 0.1 seconds.'
                case $2 in *Lamps*) echo '✘ Test "a lamp is lit" failed after 0.1 seconds with 1 issue.'; exit 1;; esac
                echo '✔ Test run with 1 test in 1 suite passed after 0.1 seconds.';;
            esac
            """
        try folder.write(script, to: "tests")
        let (shown, status) = try run("--apart", "sh", folder.file("tests"))
        expectEqual(status, 1)
        let filters = try String(contentsOfFile: folder.file("filters"), encoding: .utf8).split(separator: "\n")
            .sorted()
        expectEqual(filters, [#"^(Bells)\."#, #"^(Lamps)\."#, #"^(One|Two)\."#])
        expectEqual(
            shown,
            """
            ✘ Test "a lamp is lit" failed after 0.1 seconds with 1 issue.
            failed: "a lamp is lit"

            """)
    }

    @Test func programWithoutTestsDoesNotPass() throws { expectEqual(try run("--apart", "true").status, 1) }

    private func run(_ arguments: String...) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["\(try Checkout(nil).path)/Tools/run-tests"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }
}
