import CarillonTest
import Testing

@testable import TwoHandControl

@Suite struct TwoHandControlTests {
    @Test func bothHandsStartThePress() throws {
        let bench = try Bench(makeTwoHandControl)
        try bench.play(["left": "_------", "right": "___----"], each: .milliseconds(100))
        #expect(try bench.relay("press").isOn)
        try bench.release("left")
        #expect(try !bench.relay("press").isOn)
        try bench.pushDown("left")
        #expect(try !bench.relay("press").isOn)
    }

    @Test func buttonHeldAtTheStartDoesNotStartThePress() throws {
        let bench = try Bench(inputs: ["left": true], makeTwoHandControl)
        try bench.pushDown("right")
        #expect(try !bench.relay("press").isOn)
        bench.advance(by: .seconds(1))
        try bench.release("left")
        try bench.pushDown("left")
        #expect(try !bench.relay("press").isOn)
        try bench.release("right")
        try bench.release("left")
        try bench.play(["left": "_------", "right": "___----"], each: .milliseconds(100))
        #expect(try bench.relay("press").isOn)
    }

    @Test func faultOfTheChipNeedsANewPressOfBothButtons() throws {
        let bench = try Bench(makeTwoHandControl)
        try bench.play(["left": "_------", "right": "___----"], each: .milliseconds(100))
        bench.unplugChip()
        #expect(try !bench.relay("press").isOn)
        bench.plugInChip()
        bench.advance(by: .seconds(1))
        #expect(try !bench.relay("press").isOn)
        try bench.release("left")
        try bench.pushDown("left")
        #expect(try !bench.relay("press").isOn)
        bench.advance(by: .seconds(1))
        try bench.release("right")
        try bench.pushDown("right")
        #expect(try !bench.relay("press").isOn)
        for hand in ["left", "right"] { try bench.release(hand) }
        try bench.play(["left": "_------", "right": "___----"], each: .milliseconds(100))
        #expect(try bench.relay("press").isOn)
    }

    @Test func pressDuringAFaultDoesNotCount() throws {
        let bench = try Bench(makeTwoHandControl)
        bench.unplugChip()
        for hand in ["left", "right"] { try bench.pushDown(hand) }
        bench.plugInChip()
        #expect(try !bench.relay("press").isOn)
    }

    @Test func lateSecondHandDoesNotStartThePress() throws {
        let bench = try Bench(makeTwoHandControl)
        try bench.pushDown("left")
        bench.advance(by: .seconds(1))
        try bench.pushDown("right")
        #expect(try !bench.relay("press").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "two-hand-control", makeTwoHandControl)
    }
}
