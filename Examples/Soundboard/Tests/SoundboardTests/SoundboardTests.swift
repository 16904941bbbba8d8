import CarillonTest
import Testing

@testable import Soundboard

@Suite struct SoundboardTests {
    @Test func padsPlayTheSoundsOfTheirBank() throws {
        let bench = try Bench(makeSoundboard)
        try bench.press("pad1")
        try bench.press("pad4")
        #expect(bench.sounds == [.doorbell, .alarm])
    }

    @Test func knobChoosesTheBank() throws {
        let bench = try Bench(makeSoundboard)
        #expect(try bench.bar("banks").lit == 3)
        try bench.turn("bank", by: 2)
        try bench.press("pad1")
        #expect(bench.sounds == [.start])
        try bench.turn("bank", by: -9)
        try bench.press("pad2")
        #expect(bench.sounds == [.start, .success])
    }

    @Test func pressOfTheKnobStopsAllSounds() throws {
        let bench = try Bench(makeSoundboard)
        for pad in ["pad1", "pad2", "pad1"] { try bench.press(pad) }
        #expect(bench.isSounding)
        try bench.press("bank")
        bench.advance(by: .milliseconds(100))
        #expect(!bench.isSounding)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "soundboard", makeSoundboard)
        #expect(bench.lit == ["bank1"])
    }
}
