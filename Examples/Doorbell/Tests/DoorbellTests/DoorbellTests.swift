import CarillonTest
import Testing

@testable import Doorbell

@Suite struct DoorbellTests {
    @Test func pressRingsAndBlinks() throws {
        let bench = try Bench(makeDoorbell)
        try bench.press("bell")
        #expect(bench.sounds == ["doorbell"])
        #expect(try bench.led("light").isOn)
        bench.advance(by: .seconds(6))
        #expect(try bench.led("light").pattern == .off)
    }

    @Test func quietDoorbellBlinksWithoutASound() throws {
        let bench = try Bench(makeDoorbell)
        try bench.flip("quiet", to: true)
        try bench.press("bell")
        #expect(bench.sounds == [])
        #expect(try bench.led("light").isOn)
        #expect(bench.model.rings == 1)
    }

    @Test func bouncingButtonRingsOnce() throws {
        let bench = try Bench(makeDoorbell)
        #expect(try bench.play("____-_-------____", on: "bell", drawing: "light") == "____-------------")
        #expect(bench.model.rings == 1)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "doorbell", makeDoorbell)
    }
}
