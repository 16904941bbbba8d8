import CarillonTest
import Testing

@testable import VolumeKnob

@Suite struct VolumeKnobTests {
    @Test func knobTurnsTheVolumeUpAndDown() throws {
        let bench = try Bench(makeVolumeKnob)
        #expect(try bench.bar("level").lit == 5)
        try bench.turn("volume", by: 4)
        #expect(bench.model.volume == 70)
        #expect(bench.volume() == .percent(70))
        #expect(try bench.bar("level").lit == 7)
        try bench.turn("volume", by: -30)
        #expect(bench.model.volume == 0)
        #expect(bench.volume() == .silent)
    }

    @Test func pressMutesUntilTheKnobIsTurned() throws {
        let bench = try Bench(makeVolumeKnob)
        try bench.press("volume")
        #expect(bench.model.isMuted)
        #expect(bench.lit == ["muted"] && bench.isMuted())
        try bench.turn("volume")
        #expect(!bench.model.isMuted && !bench.isMuted())
    }

    @Test func knobContinuesFromTheVolumeOfThePage() throws {
        let bench = try Bench(makeVolumeKnob)
        try bench.set("main", to: .level(60))
        try bench.set("main", "muted", to: .toggle(.on))
        #expect(bench.model == Model(volume: 60, isMuted: true) && bench.isMuted())
        try bench.turn("volume")
        #expect(bench.volume() == .percent(65))
    }

    @Test func volumeSurvivesAPowerCut() throws {
        let first = try Bench(makeVolumeKnob)
        try first.turn("volume", by: 4)
        first.advance(by: .seconds(1))
        first.cutPower()
        let second = try Bench(memory: first.memory, makeVolumeKnob)
        #expect(second.volume() == .percent(70))
        #expect(try second.bar("level").lit == 7)
    }

    @Test func damagedMemoryIsReported() throws {
        let bench = try Bench(memory: ["volume": "{"], makeVolumeKnob)
        #expect(bench.model.volume == 50)
        #expect(bench.failures.count == 1)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "volume-knob", makeVolumeKnob)
    }
}
