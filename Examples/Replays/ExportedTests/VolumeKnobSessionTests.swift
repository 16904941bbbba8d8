import CarillonTest
import Testing

@testable import VolumeKnob

/// A session of 39.787 seconds, recorded by VolumeKnob on a bench.
@Suite struct VolumeKnobSessionTests {
    @Test func theSessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("VolumeKnob", "volume-knob"), makeVolumeKnob)
        try bench.turn("volume")
        for _ in 1...3 { try bench.press("volume") }
        try bench.turn("volume")
        try bench.press("volume")
        try bench.turn("volume", by: -2)
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume")
        try bench.turn("volume", by: -1)
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume", by: 3)
        try bench.turn("volume", by: -5)
        for _ in 1...3 { try bench.press("volume") }
        try bench.turn("volume", by: -1)
        try bench.turn("volume", by: 2)
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume", by: 4)
        #expect("\(bench.model)" == "Model(volume: 65, isMuted: false)")
    }
}
