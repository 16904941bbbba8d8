import CarillonDevices
import CarillonTest
import TestSupport
import Testing

/// Sensors with a glitch filter.
@Suite struct GlitchTests {
    private func bench() throws -> Bench<Void> {
        try Bench(wiring: Wiring(.sensor("hall", line: "GPIO17") { $0.glitchFilter = .milliseconds(5) }))
    }

    static let signals: [Row<String, Bool>] = [
        Row("a short signal is ignored", "-", false),
        Row("a signal that ends with the filter is ignored", "----_", false),
        Row("repeated glitches are ignored", "-_-_-_-_-_-_", false),
        Row("a glitch whose edge is lost is ignored", "-?-_______", false),
        Row("a signal of the length of the filter is detected", "-----", true),
        Row("a signal after a glitch is detected", "-_--------", true),
        Row("the end of a signal is reported at once", "----------_", false),
    ]

    @Test(arguments: signals) func signalShorterThanTheFilterIsIgnored(row: Row<String, Bool>) throws {
        let bench = try bench()
        try bench.play(row.given, on: "hall", each: .milliseconds(1))
        let isDetecting = try bench.sensor("hall").isDetecting
        expectEqual(isDetecting, row.expected, sourceLocation: row.place)
    }

    @Test func signalAtTheStartIsDetected() throws {
        let bench = try Bench(
            wiring: Wiring(.sensor("hall", line: "GPIO17") { $0.glitchFilter = .milliseconds(5) }),
            inputs: ["hall": true])
        #expect(try bench.sensor("hall").isDetecting)
    }

    @Test func benchTriggersTheSensorForLongerThanItsFilter() throws {
        let bench = try Bench(
            wiring: Wiring(.sensor("hall", line: "GPIO17") { $0.glitchFilter = .milliseconds(50) })
        ) { board in
            Mobius.beginnerLoop { (count: Int, _: Bool) in count + 1 }
                .withEventSource(try board.sensor("hall").detected(send: true)).makeController(from: 0, on: board.queue)
        }
        try bench.sense("hall")
        expectEqual(bench.model, 1)
    }
}
