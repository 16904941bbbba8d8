import CarillonTest
import Testing

@testable import Blink

@Suite struct BlinkTests {
    @Test func lampBlinksOnceInTwoSeconds() throws {
        let bench = try Bench(makeBlink)
        #expect(try bench.draw("lamp", for: .seconds(6), each: .milliseconds(500)) == "--__--__--__")
    }

    @Test func lampBlinksQuicklyAfterAPress() throws {
        let bench = try Bench(makeBlink)
        try bench.press("button", for: .milliseconds(160))
        #expect(try bench.draw("lamp", for: .milliseconds(800), each: .milliseconds(100)) == "-_-_-_-_")
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "blink", makeBlink)
    }
}
