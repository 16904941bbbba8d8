import CarillonTest
import Testing

/// The bench's errors name the device and the fault.
@Suite struct BenchErrorTests {
    @Test func noErrorSaysThatAPartOfAnotherKindIsMissing() throws {
        let wiring = try Wiring(
            .switch("mute", line: "GPIO2"), .relay("door", line: "GPIO3"), .encoder("volume", a: "GPIO4", b: "GPIO5"))
        let bench = try Bench(wiring: wiring, nothing)
        #expect(message { try bench.press("mute") } == "\"mute\" is a switch, not a button")
        #expect(message { try bench.press("volume") } == "\"volume\" is an encoder, not a button")
        #expect(message { try bench.led("door") } == "\"door\" is a relay, not an LED")
        #expect(message { try bench.flip("door") } == "\"door\" is a relay, not a switch")
        #expect(message { try bench.play("-", on: "door") } == "\"door\" is a relay, not an input")
        #expect(message { try bench.draw("mute", for: .zero) } == "\"mute\" is a switch, not an output")
        #expect(
            message { try bench.play("-", on: "volume") }
                == "\"volume\" has several lines; use one of: volume.a, volume.b")
        #expect(message { try bench.press("dor") } == "the wiring has no button \"dor\"; add it")
    }

    @Test func numberIsDrawnByItsLEDs() throws {
        let bench = try Bench(Doorbell.make)
        #expect(
            message { try bench.draw("rings", for: .zero) }.hasPrefix(
                "\"rings\" has several lines; use one of: rings.0, "))
    }

    @Test func countThatIsNoneIsAnError() throws {
        let bench = try Bench(Doorbell.make)
        #expect(message { try bench.click("bell", times: -1) } == "-1 is out of range; use 0 to 1000000")
        #expect(
            message { try bench.turn("volume", by: .min) } == "\(Int.min) is out of range; use -1000000 to 1000000")
    }

    @Test func lineThatIsTooMuchIsTheError() {
        #expect(
            message { try Bench { board in try makeButtons(257, on: board) } }
                == "cannot add button \"button 256\": all 256 lines of the bench are in use")
    }

    @Test func outputThatIsTooMuchIsTheError() {
        #expect(
            message { try Bench { board in try makeLEDs(65, on: board) } }
                == "cannot add LED \"led 64\": too many outputs; a board can drive 64")
    }

    private func makeButtons(_ count: Int, on board: Board) throws -> MobiusController<Int, Int, Never> {
        for index in 0..<count { _ = try board.button("button \(index)") }
        return try nothing(on: board)
    }

    private func makeLEDs(_ count: Int, on board: Board) throws -> MobiusController<Int, Int, Never> {
        for index in 0..<count { _ = try board.led("led \(index)") }
        return try nothing(on: board)
    }

    private func nothing(on board: Board) throws -> MobiusController<Int, Int, Never> {
        Mobius.loop(
            update: { (_: Int, event: Int) in Next<Int, Never>.next(event) },
            effectHandler: EffectRouter<Never, Int>().asConnectable
        ).makeController(from: 0, on: board.queue)
    }

    private func message<Success>(_ body: () throws -> Success) -> String {
        do {
            _ = try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }
}
