import CarillonTest
import TestSupport
import Testing

/// Ten virtual hours pass at once: a steady pulse train costs no step for each of its pulses.
@Suite struct PulseStepTests {
    private let wiring = try! Wiring(
        .led("lamp", line: "GPIO18"), .servo("arm", line: "GPIO23"),
        .rgb("mood", red: "GPIO5", green: "GPIO6", blue: "GPIO13"))

    @Test func dimmedLEDAndServoTakeNoStepsForTheirPulses() throws {
        let bench = try Bench(wiring: wiring)
        try bench.led("lamp").set(.dimmed(to: 0.3))
        try bench.rgb("mood").set(Color(red: 0.1, green: 0.5, blue: 0.9))
        #expect(steps(of: bench) <= 3)
        expectEqual(bench.lit, ["lamp"])
        try bench.servo("arm").set(30)
        #expect(steps(of: bench) <= 3)
        try bench.servo("arm").off()
        #expect(steps(of: bench) <= 3)
    }

    @Test func patternsTakeTheirOwnStepsInAdditionToPulses() throws {
        let bench = try Bench(wiring: wiring)
        try bench.servo("arm").set(30)
        try bench.led("lamp").set(.sequence("3_6_", each: .seconds(1)))
        expectEqual(try bench.draw("lamp", for: .seconds(4), each: .seconds(1)), "3_6_")
        #expect(steps(of: bench) <= 11)
    }

    /// Returns the pieces of work that 10 s take.
    private func steps(of bench: Bench<Void>) -> Int {
        var steps = -1  // The condition is checked once before any work.
        _ = bench.advance(atMost: .seconds(10)) {
            steps += 1
            return false
        }
        return steps
    }
}
