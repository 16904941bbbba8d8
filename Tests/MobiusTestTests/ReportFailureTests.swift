import MobiusCore
import Testing
import XCTest

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
    func aPlaceHasAnIDWhateverTheFileIs(file: String, id: String) {
        let place = sourceLocation(file: file, line: 0, moduleName: "LampTests")
        #expect(place.fileID == id)
        #expect(place.line == 1)
    }

    #if canImport(Glibc)
        @Test func xcTestRecordsAFailureAtTheLineOfThePredicate() async {
            let line = #line + 5
            let failures = await failuresInXCTest {
                UpdateSpec(update)
                    .given(.dark)
                    .when(.ignored)
                    .then(assertThatNext(hasModel()))
            }
            #expect(failures.map(\.message) == ["failed - Expected a model, found none."])
            #expect(failures.map(\.file) == [#filePath])
            #expect(failures.map(\.line) == [line])
        }

        /// Runs `body` as a test of XCTest, outside of the running test of Swift Testing.
        private func failuresInXCTest(_ body: @escaping @Sendable () -> Void) async -> [RecordingTestCase.Failure] {
            await Task.detached {
                let testCase = RecordingTestCase(name: "body") { _ in body() }
                testCase.run()
                return testCase.failures
            }.value
        }
    #endif
}

#if canImport(Glibc)
    /// A test of XCTest that keeps its failures to itself.
    private final class RecordingTestCase: XCTestCase {
        struct Failure {
            let message: String
            let file: String
            let line: Int
        }

        private(set) var failures: [Failure] = []

        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            failures.append(Failure(message: description, file: filePath, line: lineNumber))
        }
    }
#endif
