import CarillonTest
import Testing

@testable import KeypadLock

@Suite struct KeypadLockTests {
    @Test func codeOpensTheDoorForAWhile() throws {
        let bench = try Bench(makeKeypadLock)
        try bench.enter("2580\n", at: "pad")
        #expect(try bench.relay("lock").isOn)
        bench.advance(by: .seconds(5))
        #expect(try !bench.relay("lock").isOn)
    }

    @Test func wrongCodeDoesNotOpenTheDoor() throws {
        let bench = try Bench(makeKeypadLock)
        try bench.enter("1234\n", at: "pad")
        #expect(bench.model == .closed(typed: "", mistakes: 1))
        try bench.enter("2580\n", at: "pad")
        #expect(bench.model == .open)
    }

    @Test func threeWrongCodesBlockThePadForAMinute() throws {
        let bench = try Bench(makeKeypadLock)
        try bench.enter("1\n2\n3\n", at: "pad")
        try bench.enter("2580\n", at: "pad")
        #expect(bench.model == .deaf)
        bench.advance(by: .seconds(60))
        try bench.enter("2580\n", at: "pad")
        #expect(bench.model == .open)
    }

    @Test func doorStaysClosedAfterAFaultOfTheChip() throws {
        let bench = try Bench(makeKeypadLock)
        try bench.enter("2580\n", at: "pad")
        bench.unplugChip()
        bench.plugInChip()
        #expect(try !bench.relay("lock").isOn)
        try bench.enter("2580\n", at: "pad")
        #expect(try bench.relay("lock").isOn)
    }

    @Test func faultOfTheChipDoesNotUnblockThePad() throws {
        let bench = try Bench(makeKeypadLock)
        try bench.enter("1\n2\n3\n", at: "pad")
        bench.unplugChip()
        bench.plugInChip()
        try bench.enter("2580\n", at: "pad")
        #expect(bench.model == .deaf)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "keypad-lock", makeKeypadLock)
        try bench.enter("2580\n", at: "pad")
        #expect(try bench.relay("lock").isOn)
    }
}
