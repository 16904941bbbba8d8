import CarillonTest
import Testing

@testable import QuizBuzzers

/// A session of 38.86 seconds, recorded by QuizBuzzers on a bench.
@Suite struct QuizBuzzersSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("QuizBuzzers", "quiz-buzzers"), makeQuizBuzzers)
        try bench.press("red")
        try bench.press("blue")
        for _ in 1...2 { try bench.press("red") }
        try bench.press("green")
        for _ in 1...4 { try bench.press("blue") }
        for _ in 1...2 { try bench.press("green") }
        for _ in 1...2 { try bench.press("host") }
        try bench.press("green")
        try bench.press("red")
        try bench.press("host")
        try bench.press("blue")
        try bench.press("green")
        try bench.press("host")
        for _ in 1...2 { try bench.press("red") }
        try bench.press("green")
        try bench.press("blue")
        #expect(bench.model == "red")
    }
}
