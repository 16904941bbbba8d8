import CarillonTest
import Testing

@testable import NightLight

/// A session of 39.55 s, recorded by NightLight on a bench.
@Suite struct NightLightSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("NightLight", "night-light"), makeNightLight)
        try bench.flip("on", to: true)
        try bench.flip("on", to: false)
        try bench.flip("on", to: true)
        try bench.flip("on", to: false)
        try bench.flip("on", to: true)
        try bench.sense("darkness", true)
        try bench.sense("darkness", false)
        bench.advance(by: .seconds(2))
        try bench.flip("on", to: false)
        bench.advance(by: .seconds(3))
        try bench.sense("darkness", true)
        try bench.flip("on", to: true)
        try bench.flip("on", to: false)
        try bench.sense("darkness", false)
        bench.advance(by: .seconds(2))
        try bench.flip("on", to: true)
        try bench.flip("on", to: false)
        bench.advance(by: .seconds(1))
        try bench.flip("on", to: true)
        bench.advance(by: .seconds(2))
        try bench.flip("on", to: false)
        try bench.flip("on", to: true)
        try bench.sense("darkness", true)
        try bench.sense("darkness", false)
        try bench.sense("darkness", true)
        try bench.flip("on", to: false)
        try bench.flip("on", to: true)
        try bench.flip("on", to: false)
        try bench.flip("on", to: true)
        try bench.sense("darkness", false)
        #expect("\(bench.model)" == "Model(isDark: true, isOn: true)")
    }
}
