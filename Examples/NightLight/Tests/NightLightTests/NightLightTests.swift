import CarillonTest
import Testing

@testable import NightLight

@Suite struct NightLightTests {
    @Test func lampIsLitInTheDarkIfItIsSwitchedOn() throws {
        let bench = try Bench(makeNightLight)
        try bench.sense("darkness", true)
        #expect(bench.lit == [])
        try bench.flip("on")
        #expect(try bench.led("lamp").pattern == .dimmed(to: 0.4))
        try bench.sense("darkness", false)
        #expect(bench.lit == [])
    }

    @Test func lampIsLitAfterAStartInTheDark() throws {
        var controller: MobiusController<Model, Event, Never>?
        let bench = try Bench { board in
            let made = try makeNightLight(on: board)
            controller = made
            return made
        }
        controller?.stop()
        try bench.sense("darkness", true)
        try bench.flip("on")
        #expect(bench.lit == [])
        controller?.start()
        bench.advance(by: .zero)
        #expect(bench.lit == ["lamp"])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "night-light", makeNightLight)
    }
}
