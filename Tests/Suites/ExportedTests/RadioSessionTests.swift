import CarillonTest
import Testing

@testable import Radio

/// A session of 39.888 seconds, recorded by Radio on a bench.
@Suite struct RadioSessionTests {
    @Test func theSessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("Radio", "radio"), makeRadio)
        try bench.turn("station")
        for _ in 1...7 { try bench.press("station") }
        try bench.turn("station", by: 3)
        try bench.press("station")
        try bench.turn("volume", by: 2)
        try bench.press("station")
        try bench.turn("volume", by: 2)
        for _ in 1...4 { try bench.press("station") }
        try bench.turn("volume", by: -2)
        try bench.turn("station", by: -3)
        for _ in 1...2 { try bench.press("station") }
        try bench.turn("volume", by: -5)
        try bench.press("station")
        let model = [
            "Model(settings: Radio.Settings(station: 1, volume: 28, isOn: false), ",
            "isHeard: false, title: nil)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
