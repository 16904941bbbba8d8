import CarillonTest
import Testing

@testable import BabyMonitor

@Suite struct BabyMonitorTests {
    @Test func cryingLightsTheLampUntilItIsQuiet() throws {
        let bench = try Bench(inputs: ["watch": true], fleet: .homeAssistant, makeBabyMonitor)
        try bench.hear(.noise(for: .seconds(4)))
        #expect(bench.model.isCrying)
        bench.advance(by: .seconds(15))
        #expect(bench.model.isCrying)
        bench.advance(by: .seconds(6))
        #expect(!bench.model.isCrying)
        #expect(bench.lit.isEmpty)
    }

    @Test func briefNoiseIsNotReportedAsCrying() throws {
        let bench = try Bench(inputs: ["watch": true], makeBabyMonitor)
        try bench.hear(.noise(for: .seconds(2)))
        try bench.hear(.clap, times: 5)
        #expect(!bench.model.isCrying)
    }

    @Test func switchInHomeAssistantPausesTheMonitor() throws {
        let bench = try Bench(inputs: ["watch": true], fleet: .homeAssistant, makeBabyMonitor)
        bench.broker.send("OFF", to: "app-switch/watching")
        try bench.hear(.noise(for: .seconds(4)))
        #expect(!bench.model.isCrying)
        #expect(bench.broker["microphone/nursery"] == "ON")
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "baby-monitor", makeBabyMonitor)
    }
}
