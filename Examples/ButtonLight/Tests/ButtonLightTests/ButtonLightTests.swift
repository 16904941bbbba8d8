import CarillonTest
import Testing

@testable import ButtonLight

@Suite struct ButtonLightTests {
    @Test func oneLightFollowsTheButtonAndTheOtherStaysLit() throws {
        let bench = try Bench(makeButtonLight)
        let levels = "_-----_____"
        #expect(try bench.play(levels, on: "button", each: .milliseconds(50), drawing: "pressed") == levels)
        #expect(bench.lit == ["lamp"])
        try bench.press("button")
        #expect(bench.lit == [])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "button-light", makeButtonLight)
    }
}
