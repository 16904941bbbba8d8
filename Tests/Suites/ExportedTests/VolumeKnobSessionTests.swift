import CarillonTest
import Testing

@testable import VolumeKnob

/// A session of 39.211 seconds, recorded by VolumeKnob on a bench.
@Suite struct VolumeKnobSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let memory: BenchMemory = ["volume": #"{"model": {"volume": 65, "isMuted": true}}"#]
        let bench = try Bench(wiring: .example("VolumeKnob", "volume-knob"), memory: memory, makeVolumeKnob)
        try bench.turn("volume", by: 3)
        try bench.turn("volume", by: -4)
        try bench.turn("volume", by: 2)
        try bench.press("volume")
        try bench.turn("volume", by: -1)
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume", by: -6)
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume", by: -2)
        try bench.turn("volume")
        for _ in 1...2 { try bench.press("volume") }
        try bench.turn("volume", by: -1)
        try bench.press("volume")
        try bench.turn("volume", by: 3)
        #expect("\(bench.model)" == "Model(volume: 40, isMuted: false)")
    }
}
