import CarillonTest
import Testing

@testable import ParkingAid

@Suite struct ParkingAidTests {
    @Test func zonesFollowTheDistanceWithAHysteresis() throws {
        let bench = try Bench(makeParkingAid)
        var zones: [Zone] = []
        for distance in [200, 148, 153, 160, 60, 20, 33, 36, 100] as [Double] {
            try bench.measure(distance, at: "wall")
            zones.append(bench.model)
        }
        #expect(zones == [.free, .near, .near, .free, .close, .stop, .stop, .close, .near])
    }

    @Test func lightsAndBeepsShowTheZone() throws {
        let bench = try Bench(makeParkingAid)
        func lights() throws -> [Bool] { try ["green", "yellow", "red"].map { try bench.led($0).isOn } }
        try bench.measure(200, at: "wall")
        #expect(try lights() == [true, false, false])
        #expect(try bench.buzzer("beeper").pattern == .off)
        try bench.measure(60, at: "wall")
        #expect(try lights() == [false, true, true])
        #expect(try bench.buzzer("beeper").pattern == Zone.close.beeps)
        try bench.measure(20, at: "wall")
        #expect(try lights() == [false, false, true])
        #expect(try bench.buzzer("beeper").isOn)
    }

    @Test func redLightBlinksWithoutTheSensor() throws {
        let bench = try Bench(makeParkingAid)
        try bench.measure(20, at: "wall")
        try bench.unplug("wall")
        #expect(bench.model == .unknown)
        #expect(try bench.led("red").pattern == .blinking())
        #expect(try !bench.buzzer("beeper").isOn)
        try bench.plugIn("wall")
        #expect(bench.model == .stop)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "parking-aid", makeParkingAid)
        try bench.measure(20, at: "wall")
        #expect(try bench.led("red").isOn)
    }
}
