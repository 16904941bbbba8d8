import CarillonTest
import Synchronization
import Testing

/// A bench without an application, for tests of single devices.
@Suite struct BareBenchTests {
    @Test func lightIsTriedByItself() throws {
        let bench = try Bench()
        try bench.led("lamp").show(.blinking(times: 2))
        #expect(try bench.draw("lamp", for: .seconds(5), each: .milliseconds(500)) == "--__--____")
    }

    @Test func buttonIsTriedByItself() throws {
        let bench = try Bench()
        let presses = Mutex(0)
        let observation = try bench.button("bell").observe { isPressed in
            if isPressed { presses.withLock { $0 += 1 } }
        }
        try bench.play("____-_-------____", on: "bell")
        #expect(presses.withLock { $0 } == 1)
        observation.dispose()
    }

    @Test func inputThatIsAddedLaterHasItsLevel() throws {
        let bench = try Bench(inputs: ["door": true])
        #expect(try bench.switch("door").isOn)
    }

    @Test func wiringsDevicesAreAllThereAre() throws {
        let bench = try Bench(wiring: Wiring(.relay("pump", line: "GPIO2") { $0.safe = .active }))
        #expect(throws: BoardError.unknownDevice(kind: "LED", name: "lamp", known: [])) { try bench.led("lamp") }
        bench.close()
        #expect(try bench.relay("pump").isOn)
    }
}
