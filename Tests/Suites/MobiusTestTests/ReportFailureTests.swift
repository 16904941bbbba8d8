import MobiusCore
import Testing

@testable import MobiusTest

@Suite struct ReportFailureTests {
    @Test func swiftTestingRecordsAnIssueAtTheLineOfThePredicate() {
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
    }

    @Test func swiftTestingRecordsAnIssueAtTheLineOfThePredicateOfAFirst() {
        let line = #line + 2
        withKnownIssue {
            InitSpec(initiate).when(.lit).then(assertThatFirst(hasModel(.lit), hasNoEffects()))
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
                && issue.comments == ["Expected no effects.\n    found: [glow(5)]"]
        }
    }

    @Test func swiftTestingRecordsAnIssueAtThePlaceThatAMatcherOfTheUsersOwnNames() {
        withKnownIssue {
            UpdateSpec(update).given(.dark).when(.ignored).then(
                assertThatNext({ _ in .failure(message: "no", file: "Lamps/Dimmer.swift", line: 7) }))
        } matching: { issue in
            issue.sourceLocation?.fileID == "Lamps/Dimmer.swift" && issue.sourceLocation?.line == 7
        }
    }

    @Test(arguments: [
        ("/home/lamps/Tests/LampTests/Dimmer.swift", "LampTests/Dimmer.swift"),
        ("Tests/LampTests/Dimmer.swift", "LampTests/Dimmer.swift"),
        ("/Dimmer.swift", "LampTests/Dimmer.swift"),
        ("Dimmer.swift", "LampTests/Dimmer.swift"),
        ("", "LampTests/"),
        ("Lamps/Dimmer.swift", "Lamps/Dimmer.swift"),
    ])
    func placeHasAnIDWhateverTheFileIs(file: String, id: String) {
        let place = sourceLocation(file: file, line: 0, moduleName: "LampTests")
        #expect(place.fileID == id)
        #expect(place.line == 1)
    }

    @Test func withoutATestTheModuleIsTheFolder() {
        let place = sourceLocation(file: "/home/LampTests/Dimmer.swift", line: 3, moduleName: nil)
        #expect(place.fileID == "LampTests/Dimmer.swift")
        let placeWithoutFolder = sourceLocation(file: "Dimmer.swift", line: 3, moduleName: nil)
        #expect(placeWithoutFolder.fileID == "/Dimmer.swift")
    }

    @Test func xcTestRecordsAFailureAtTheLineOfThePredicate() throws {
        let run = try TestRun(["MobiusTestTests.FailingSpecs/testThatFails"])
        #expect(run.status == 1)
        #expect(
            run.output.contains(
                "\(FailingSpecs.file):\(FailingSpecs.line): error: FailingSpecs.testThatFails : "
                    + "failed - Expected a model, found none."))
    }

    @Test func swiftTestingRecordsAnIssueOutsideOfTheTestsOwnTask() throws {
        let run = try TestRun(["--testing-library", "swift-testing", "--filter", "specThatFailsInAnotherTask"])
        #expect(run.status == 1)
        #expect(run.output.contains("recorded an issue at FailingSpecs.swift:\(FailingSpecs.line):1"))
        #expect(run.output.contains("Expected a model, found none."))
    }
}
