import CarillonTest
import Testing

@testable import QuizBuzzers

@Suite struct QuizBuzzersTests {
    @Test func firstPlayerMayAnswer() throws {
        let bench = try Bench(makeQuizBuzzers)
        try bench.play(["green": "_-----", "red": "__----"])
        #expect(bench.lit == ["green"])
        #expect(bench.sounds == ["attention"])
        try bench.play(["green": "_", "red": "_"])
        try bench.press("host")
        #expect(bench.lit == [])
        try bench.press("blue")
        #expect(bench.model == "blue")
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "quiz-buzzers", makeQuizBuzzers)
    }
}
