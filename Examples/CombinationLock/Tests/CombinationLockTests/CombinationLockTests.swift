import CarillonTest
import Testing

@testable import CombinationLock

@Suite struct CombinationLockTests {
    @Test func rightOrderOpensTheLockForFiveSeconds() throws {
        let bench = try Bench(makeCombinationLock)
        for button in ["1", "3", "2", "4"] { try bench.press(button) }
        #expect(try bench.relay("lock").isOn)
        bench.advance(by: .seconds(5))
        #expect(try !bench.relay("lock").isOn)
    }

    @Test func lockIgnoresButtonsAfterThreeMistakes() throws {
        let bench = try Bench(makeCombinationLock)
        for _ in 1...3 {
            for button in ["4", "3", "2", "1"] { try bench.press(button) }
        }
        for button in ["1", "3", "2", "4"] { try bench.press(button) }
        #expect(try !bench.relay("lock").isOn)
        #expect(try bench.led("wrong").pattern == .blinking(on: .milliseconds(200), off: .milliseconds(200), times: 3))
        bench.advance(by: .seconds(30))
        for button in ["1", "3", "2", "4"] { try bench.press(button) }
        #expect(try bench.relay("lock").isOn)
    }

    @Test func lockStaysClosedAfterAFaultOfTheChip() throws {
        let bench = try Bench(makeCombinationLock)
        for button in ["1", "3", "2", "4"] { try bench.press(button) }
        bench.unplugChip()
        bench.plugInChip()
        #expect(try !bench.relay("lock").isOn)
    }

    @Test func orderStartsAgainAfterAFaultOfTheChip() throws {
        let bench = try Bench(makeCombinationLock)
        for button in ["1", "3", "2"] { try bench.press(button) }
        bench.unplugChip()
        bench.plugInChip()
        try bench.press("4")
        #expect(try !bench.relay("lock").isOn)
        #expect(bench.model.entered == [4])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "combination-lock", makeCombinationLock)
    }
}
