import CarillonTest
import TestSupport
import Testing

/// The levels of inputs before the application starts, set by the test.
@Suite struct StartLevelTests {
    @Test func inputHasItsLevelBeforeTheApplicationStarts() throws {
        let bench = try Bench(inputs: ["door": true], makeAlarm)
        #expect(bench.model)
        #expect(try bench.buzzer("siren").isOn)
        try bench.flip("door", to: false)
        #expect(try !bench.buzzer("siren").isOn)
        let closed = try Bench(inputs: ["door": false], makeAlarm)
        #expect(try !closed.buzzer("siren").isOn)
        let wiring = try Wiring(.switch("door", line: "GPIO2"), .buzzer("siren", line: "GPIO3"))
        #expect(try Bench(wiring: wiring, inputs: ["door": true], makeAlarm).model)
        // A bench without an application adds the input when the test requests it.
        let bare = try Bench(inputs: ["door": true])
        #expect(try bare.switch("door").isOn)
    }

    @Test func everyKindOfInputStartsWithItsLevel() throws {
        let inputs = ["bell": true, "mute": true, "path": true, "volume": true, "volume.b": true]
        let bench = try Bench(inputs: inputs, Doorbell.make)
        #expect(try bench.button("bell").isPressed)
        #expect(try bench.switch("mute").isOn)
        #expect(try bench.sensor("path").isDetecting)
        expectEqual(try bench.encoder("volume").button?.isPressed, true)
        try bench.play("_", on: "bell")
        bench.advance(by: .milliseconds(40))
        #expect(try !bench.button("bell").isPressed)
    }

    @Test func nameThatIsNotAnInputIsReported() throws {
        #expect(throws: BoardError.unknownDevice(kind: "input", name: "dor", known: ["door"])) {
            try Bench(inputs: ["dor": true], makeAlarm)
        }
        #expect(throws: BoardError.kindMismatch(kind: "input", name: "siren", actual: "buzzer")) {
            try Bench(inputs: ["siren": true], makeAlarm)
        }
    }

    private func makeAlarm(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
        let controller = Mobius.loop(
            update: { (_: Bool, isOpen: Bool) in Next<Bool, Never>.next(isOpen) },
            effectHandler: EffectRouter<Never, Bool>().asConnectable
        )
        .withEventSource(try board.switch("door").changed { $0 })
        .makeController(from: false, on: board.queue)
        controller.connectView(try board.buzzer("siren").view { .on(if: $0) })
        return controller
    }
}
