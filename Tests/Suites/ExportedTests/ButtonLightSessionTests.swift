import CarillonTest
import Testing

@testable import ButtonLight

/// A session of 39.89 seconds, recorded by ButtonLight on a bench.
@Suite struct ButtonLightSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("ButtonLight", "button-light"), makeButtonLight)
        for _ in 1...20 { try bench.press("button") }
        #expect("\(bench.model)" == "Model(isPressed: false, isOn: false)")
    }
}
