import CarillonTest
import Testing

@testable import VisitorCounter

@Suite struct VisitorCounterTests {
    private let seven: BenchMemory = ["visitors": #"{"model": 7}"#]

    @Test func visitorIsWelcomedWithANumber() throws {
        let bench = try Bench(makeVisitorCounter)
        try bench.sense("door", true)
        #expect(bench.speech == ["Welcome. You are visitor number 1."])
        #expect(bench.lit == ["speaking"])
        bench.advance(by: .seconds(10))
        #expect(bench.lit == [] && !bench.isSounding)
    }

    @Test func visitorsDuringASentenceAreCounted() throws {
        let bench = try Bench(makeVisitorCounter)
        for _ in 1...3 {
            try bench.sense("door")
        }
        #expect(bench.speech.count == 1 && bench.model.visitors == 3)
    }

    @Test func buttonSpeaksTheNumberOfVisitors() throws {
        let bench = try Bench(memory: seven, makeVisitorCounter)
        try bench.press("count")
        bench.advance(by: .seconds(1))
        #expect(bench.speech == ["7 visitors have come."])
    }

    @Test func heldButtonResetsTheCount() throws {
        let bench = try Bench(memory: seven, makeVisitorCounter)
        try bench.hold("count")
        #expect(bench.speech == ["Nobody has come yet."] && bench.model.visitors == 0)
    }

    @Test func buttonOfThePageResetsTheCount() throws {
        let bench = try Bench(memory: seven, makeVisitorCounter)
        #expect(try bench.level("visitors") == 7)
        try bench.press("begin anew")
        #expect(try bench.speech == ["Nobody has come yet."] && bench.level("visitors") == 0)
    }

    @Test func numberSurvivesAPowerCut() throws {
        let first = try Bench(makeVisitorCounter)
        try first.sense("door")
        first.advance(by: .seconds(1))
        first.cutPower()
        let second = try Bench(memory: first.memory, makeVisitorCounter)
        #expect(second.model == Model(visitors: 1, isSpeaking: false))
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "visitor-counter", makeVisitorCounter)
    }
}
