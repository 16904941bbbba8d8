import CarillonTest
import Testing

@testable import MorseKey

@Suite struct MorseKeyTests {
    @Test func keyedMarksBecomeLetters() throws {
        let bench = try Bench(makeMorseKey)
        // A character is 100 ms: a dot. A dash is three, a pause between letters seven.
        try bench.play("-_-_-_______---_---_---_______-_-_-_______", on: "key", each: .milliseconds(100))
        #expect(bench.model.text == "SOS")
    }

    @Test func lampFollowsTheKey() throws {
        let bench = try Bench(makeMorseKey)
        #expect(try bench.play("_---_-__", on: "key", each: .milliseconds(100), drawing: "lamp") == "_---_-__")
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "morse-key", makeMorseKey)
    }
}
