import CarillonTest
import Testing

@testable import StripClock

@Suite struct StripClockTests {
    @Test func handsAreAtTheirPixels() throws {
        let pixels = Model(time: "15:24", brightness: 10).pixels
        #expect(pixels.count == 60)
        // A quarter past three would be at pixel 16.
        #expect(pixels[17] == .red)
        #expect(pixels[24] == .green)
        #expect(pixels[0] == .blue)
        #expect(pixels[1] == .black)
        #expect(pixels[45] == Color(red: 0.1, green: 0.1, blue: 0.1))
    }

    @Test func eachSecondMovesTheBlueHand() throws {
        let bench = try Bench(makeStripClock)
        let dial = try bench.strip("dial")
        let first = dial.colors
        bench.advance(by: .seconds(1))
        #expect(dial.colors != first)
        #expect(bench.failures == [])
    }

    @Test func knobSetsTheBrightness() throws {
        let bench = try Bench(makeStripClock)
        try bench.turn("brightness", by: -100)
        #expect(bench.model.brightness == 1)
        try bench.turn("brightness", by: 3)
        #expect(bench.model.brightness == 4)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "strip-clock", makeStripClock)
        bench.advance(by: .seconds(2))
        #expect(try bench.strip("dial").count == 60)
    }
}
