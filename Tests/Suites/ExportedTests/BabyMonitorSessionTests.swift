import CarillonTest
import Testing

@testable import BabyMonitor

/// A session of 39.548 seconds, recorded by BabyMonitor on a bench.
@Suite struct BabyMonitorSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("BabyMonitor", "baby-monitor"), fleet: .homeAssistant, makeBabyMonitor)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        try bench.flip("watch", to: false)
        try bench.flip("watch", to: true)
        #expect("\(bench.model)" == "Model(isWatching: true, isCrying: false)")
    }
}
