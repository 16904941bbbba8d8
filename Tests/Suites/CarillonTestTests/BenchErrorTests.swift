import CarillonTest
import TestSupport
import Testing

/// The bench's errors name the device and the fault.
@Suite struct BenchErrorTests {
    static let errors: [Row<@Sendable (Bench<Int>) throws -> Void, String>] = [
        Row("a switch is not a button", "\"mute\" is a switch, not a button") { try $0.press("mute") },
        Row("a knob is not a button", "\"volume\" is an encoder, not a button") { try $0.press("volume") },
        Row("a relay is not an LED", "\"door\" is a relay, not an LED") { _ = try $0.led("door") },
        Row("a relay is not a switch", "\"door\" is a relay, not a switch") { try $0.flip("door") },
        Row("a relay is not an input", "\"door\" is a relay, not an input") { try $0.play("-", on: "door") },
        Row("a switch is not an output", "\"mute\" is a switch, not an output") { _ = try $0.draw("mute", for: .zero) },
        Row(
            "a knob has several lines to drive",
            "\"volume\" has several lines; use one of: volume.a, volume.b"
        ) { try $0.play("-", on: "volume") },
        Row("a number has several lines to draw", "\"rings\" has several lines; use one of: bit") {
            _ = try $0.draw("rings", for: .zero)
        },
        Row("a missing device has to be added", "the wiring has no sensor \"dor\"; add it") { try $0.sense("dor") },
        Row("a count of clicks is not negative", "-1 is out of range; use 0 to 1000000") {
            try $0.click("bell", times: -1)
        },
        Row("a number of turns is limited", "\(Int.min) is out of range; use -1000000 to 1000000") {
            try $0.turn("volume", by: .min)
        },
    ]

    @Test(arguments: errors)
    func errorNamesTheDeviceAndTheFault(row: Row<@Sendable (Bench<Int>) throws -> Void, String>) throws {
        let wiring = try Wiring(
            .switch("mute", line: "GPIO2"), .relay("door", line: "GPIO3"), .encoder("volume", a: "GPIO4", b: "GPIO5"),
            .button("bell", line: "GPIO6"), .led("bit", line: "GPIO7"), .number("rings", leds: ["bit"]))
        let bench = try Bench(wiring: wiring, nothing)
        expectEqual(message { try row.given(bench) }, row.expected, sourceLocation: row.place)
    }

    @Test func oneDeviceTooManyIsReported() {
        expectEqual(
            message { try Bench { board in try makeButtons(257, on: board) } },
            "cannot add button \"button 256\": all 256 lines of the bench are in use")
        expectEqual(
            message { try Bench { board in try makeLEDs(65, on: board) } },
            "cannot add LED \"led 64\": too many outputs; a board can drive 64")
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
