import CarillonTest
import Testing

@testable import ButtonBell

@Suite struct ButtonBellTests {
    @Test func pressRingsTheBell() throws {
        let bench = try Bench(makeButtonBell)
        try bench.press("bell")
        #expect(bench.sounds == ["doorbell"])
        #expect(bench.model == 1)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "button-bell", makeButtonBell)
    }
}
