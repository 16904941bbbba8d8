import CarillonTest
import Testing

@testable import VolumeKnob

/// A session of 38.628 seconds, recorded by VolumeKnob on a bench.
@Suite struct VolumeKnobSessionTests {
    @Test func theSessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("VolumeKnob", "volume-knob"), makeVolumeKnob)
        try bench.turn("volume")
        try bench.turn("volume", by: -1)
        try bench.press("volume")
        try bench.turn("volume", by: -4)
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume", by: 2)
        for _ in 1...4 { try bench.press("volume") }
        try bench.turn("volume", by: -2)
        for _ in 1...3 { try bench.press("volume") }
        try bench.turn("volume", by: -6)
        try bench.press("volume")
        try bench.turn("volume", by: -1)
        try bench.turn("volume", by: 3)
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume")
        try bench.press("volume")
        try bench.turn("volume")
        #expect("\(bench.model)" == "Model(volume: 25, isMuted: false)")
    }
}
