import CarillonTest
import Testing

@testable import TwoHandControl

@Suite struct TwoHandControlTests {
    @Test func bothHandsMakeItWork() throws {
        let bench = try Bench(makeTwoHandControl)
        try bench.play(["left": "_------", "right": "___----"], each: .milliseconds(100))
        #expect(try bench.relay("press").isOn)
        try bench.release("left")
        #expect(try !bench.relay("press").isOn)
        try bench.pushDown("left")
        #expect(try !bench.relay("press").isOn)
    }

    @Test func buttonsThatAreDownAtTheStartDoNotMakeItWork() {
        var model = Model()
        for event in [Event.left(true), .right(true)] { model = update(model: model, event: event).model ?? model }
        #expect(!model.isWorking)
        for event in [Event.left(false), .left(true)] { model = update(model: model, event: event).model ?? model }
        #expect(!model.isWorking)
    }

    @Test func handThatComesTooLateDoesNot() throws {
        let bench = try Bench(makeTwoHandControl)
        try bench.pushDown("left")
        bench.advance(by: .seconds(1))
        try bench.pushDown("right")
        #expect(try !bench.relay("press").isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        _ = try Bench(wiring: "two-hand-control", makeTwoHandControl)
    }
}
