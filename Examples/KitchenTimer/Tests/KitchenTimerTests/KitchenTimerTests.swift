import CarillonTest
import Testing

@testable import KitchenTimer

@Suite struct KitchenTimerTests {
    @Test func timerSoundsWhenTheTimeIsUp() throws {
        let bench = try Bench(makeKitchenTimer)
        for _ in 1...3 { try bench.press("minute") }
        try bench.click("start")
        bench.advance(by: .seconds(179))
        #expect(bench.model.minutes == 1)
        bench.advance(by: .seconds(1))
        #expect(bench.model == Model())
        #expect(try bench.draw("buzzer", for: .milliseconds(800), each: .milliseconds(100)).contains("-_-"))
    }

    @Test func timerStopsResumesAndIsReset() throws {
        let bench = try Bench(makeKitchenTimer)
        try bench.press("minute")
        try bench.click("start")
        bench.advance(by: .seconds(10))
        try bench.click("start")
        let left = bench.model.seconds
        bench.advance(by: .seconds(600))
        #expect(bench.model.seconds == left)
        try bench.press("start", for: .seconds(2))
        #expect(bench.model == Model())
    }

    /// Runs for ten hours, with a blink each second and a beep each minute: 36,000 ticks, 72,000 changes of the light.
    @Test func tenHoursPassAtOnce() throws {
        let bench = try Bench(makeKitchenTimer)
        for _ in 1...600 { try bench.press("minute") }
        try bench.click("start")
        _ = bench.takeChanges()
        bench.advance(by: .seconds(36_000))
        #expect(bench.model == Model())
        let beeps = bench.takeChanges().filter { $0.description == "buzzer buzzer blinking once" }
        #expect(beeps.count == 599)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "kitchen-timer", makeKitchenTimer)
    }
}
