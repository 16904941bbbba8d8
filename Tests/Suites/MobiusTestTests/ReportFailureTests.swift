import MobiusCore
import TestSupport
import Testing

@testable import MobiusTest

@Suite struct ReportFailureTests {
    @Test func failedPredicateRecordsAnIssueAtItsSourceLocation() {
        let line = #line + 6
        withKnownIssue {
            UpdateSpec(update)
                .given(.dark)
                .when(.ignored)
                .then(
                    assertThatNext(hasModel()))
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
                && issue.comments == ["Expected a model, found none."]
        }
        let lineOfFirst = #line + 2
        withKnownIssue {
            InitSpec(initiate).when(.lit).then(assertThatFirst(hasModel(.lit), hasNoEffects()))
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == lineOfFirst
                && issue.comments == ["Expected no effects.\n    found: [glow(5)]"]
        }
        // A matcher of the user's own.
        withKnownIssue {
            UpdateSpec(update).given(.dark).when(.ignored).then(
                assertThatNext({ _ in .failure(message: "no", file: "Lamps/Dimmer.swift", line: 7) }))
        } matching: { issue in
            issue.sourceLocation?.fileID == "Lamps/Dimmer.swift" && issue.sourceLocation?.line == 7
        }
    }

    static let places: [Row<(file: String, module: String?), String>] = [
        Row("id has the module", ("/home/lamps/Tests/LampTests/Dimmer.swift", "LampTests"), "LampTests/Dimmer.swift"),
        Row("relative path is shortened", ("Tests/LampTests/Dimmer.swift", "LampTests"), "LampTests/Dimmer.swift"),
        Row("file may be in the root", ("/Dimmer.swift", "LampTests"), "LampTests/Dimmer.swift"),
        Row("file may have no folder", ("Dimmer.swift", "LampTests"), "LampTests/Dimmer.swift"),
        Row("file may have no name", ("", "LampTests"), "LampTests/"),
        Row("id stays unchanged", ("Lamps/Dimmer.swift", "LampTests"), "Lamps/Dimmer.swift"),
        Row(
            "without a test, the module is the folder", ("/home/LampTests/Dimmer.swift", nil), "LampTests/Dimmer.swift"),
        Row("without a test and a folder, there is no module", ("Dimmer.swift", nil), "/Dimmer.swift"),
    ]

    @Test(arguments: places) func sourceLocationHasAnIDForAnyFile(row: Row<(file: String, module: String?), String>) {
        let place = sourceLocation(file: row.given.file, line: 0, moduleName: row.given.module)
        expectEqual(place.fileID, row.expected, sourceLocation: row.place)
        expectEqual(place.line, 1, sourceLocation: row.place)
    }

    @Test(.enabled(if: TestRun.isPossible, "needs tests that are a program"))
    func xcTestRecordsAFailureAtTheLineOfThePredicate() throws {
        let run = try TestRun(["MobiusTestTests.FailingSpecs/testThatFails"])
        expectEqual(run.status, 1)
        #expect(
            run.output.contains(
                "\(FailingSpecs.file):\(FailingSpecs.line): error: FailingSpecs.testThatFails : "
                    + "failed - Expected a model, found none."))
    }

    @Test(.enabled(if: TestRun.isPossible, "needs tests that are a program"))
    func swiftTestingRecordsAnIssueOutsideOfTheTestsOwnTask() throws {
        let run = try TestRun(["--testing-library", "swift-testing", "--filter", "specFailsInAnotherTask"])
        expectEqual(run.status, 1)
        #expect(run.output.contains("recorded an issue at FailingSpecs.swift:\(FailingSpecs.line):1"))
        #expect(run.output.contains("Expected a model, found none."))
    }
}
