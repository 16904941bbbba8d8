import CarillonDevices
import CarillonTest
import Testing

/// Sensors with a glitch filter.
@Suite struct GlitchTests {
    private func bench() throws -> Bench<Void> {
        try Bench(wiring: Wiring(.sensor("hall", line: "GPIO17") { $0.glitchFilter = .milliseconds(5) }))
    }

    @Test(arguments: [("-", false), ("----_", false), ("-_-_-_-_-_-_", false), ("-----", true), ("-_--------", true)])
    func signalShorterThanFilterIsIgnored(levels: String, isDetected: Bool) throws {
        let bench = try bench()
        try bench.play(levels, on: "hall", each: .milliseconds(1))
        #expect(try bench.sensor("hall").isDetecting == isDetected)
    }

    @Test func endOfSignalIsReportedAtOnce() throws {
        let bench = try bench()
        try bench.play("----------_", on: "hall", each: .milliseconds(1))
        #expect(try !bench.sensor("hall").isDetecting)
    }

    @Test func signalThatIsThereAtStartCounts() throws {
        let bench = try Bench(
            wiring: Wiring(.sensor("hall", line: "GPIO17") { $0.glitchFilter = .milliseconds(5) }),
            inputs: ["hall": true])
        #expect(try bench.sensor("hall").isDetecting)
    }

    @Test func lostEdgeDoesNotMakeGlitchASignal() throws {
        let bench = try bench()
        try bench.play("-?-_______", on: "hall", each: .milliseconds(1))
        #expect(try !bench.sensor("hall").isDetecting)
    }

    @Test func handTriggersSensorForLongerThanFilter() throws {
        let bench = try Bench(
            wiring: Wiring(.sensor("hall", line: "GPIO17") { $0.glitchFilter = .milliseconds(50) })
        ) { board in
            Mobius.beginnerLoop { (count: Int, _: Bool) in count + 1 }
                .withEventSource(try board.sensor("hall").detected(true)).makeController(from: 0, on: board.queue)
        }
        try bench.sense("hall")
        #expect(bench.model == 1)
    }
}
