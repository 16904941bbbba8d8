import CarillonTest
import Testing

@testable import MusicBox

@Suite struct MusicBoxTests {
    @Test func eachButtonHasItsSound() throws {
        let bench = try Bench(makeMusicBox)
        for button in ["first", "second", "third", "fourth"] { try bench.press(button) }
        #expect(bench.sounds == ["doorbell", "tick", "tock", "success"])
        #expect(bench.model == 4)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "music-box", makeMusicBox)
    }
}
