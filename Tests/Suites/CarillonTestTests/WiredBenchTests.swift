import CarillonTest
import Testing

/// A bench with a wiring has its devices and no others.
@Suite struct WiredBenchTests {
    @Test func wiringsTimesCount() throws {
        let wiring = try Wiring(
            .button("light", line: "GPIO2") { $0.timing = Button.Timing(hold: .milliseconds(300)) },
            .led("lamp", line: "GPIO3"))
        let bench = try Bench(wiring: wiring, makeLamp)
        try bench.press("light", for: .milliseconds(300))
        #expect(bench.model)
        #expect(bench.lit == ["lamp"])
    }

    @Test func deviceThatTheWiringLacksIsMissing() throws {
        let wiring = try Wiring(.button("light", line: "GPIO2"))
        #expect(throws: BoardError.unknownDevice(kind: "LED", name: "lamp", known: [])) {
            try Bench(wiring: wiring, makeLamp)
        }
    }

    @Test func twoDevicesOnOneLineAreAnError() throws {
        let wiring = try Wiring(.button("light", line: "GPIO2"), .led("lamp", line: "GPIO2"))
        #expect(throws: DescriptionError.self) { try Bench(wiring: wiring, makeLamp) }
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func pullDownAgainstFixedPullUpIsAnError() throws {
        let wiring = try Wiring(
            .switch("armed", line: "GPIO2") {
                $0.input.bias = .pullDown
                $0.input.isActiveLow = false
            })
        #expect(throws: DescriptionError.self) { try Bench(wiring: wiring) }
        _ = try Bench(
            wiring: Wiring(
                .switch("armed", line: "GPIO4") {
                    $0.input.bias = .pullDown
                    $0.input.isActiveLow = false
                }))
    }

    @Test func soundThatIsNowhereIsMissing() throws {
        let wiring = try Wiring(.button("light", line: "GPIO2"), .led("lamp", line: "GPIO3"))
        func make(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
            let _: AnyEffectHandler<Void, Bool> = try board.speaker.play("no such sound")
            return try makeLamp(on: board)
        }
        do {
            _ = try Bench(wiring: wiring, make)
            Issue.record("the bench has a sound that does not exist")
        } catch BoardError.unknownDevice(kind: "sound", name: "no such sound", _) {}
    }

    @Test func deviceRequestedLaterHasToBeWired() throws {
        let bench = try Bench(makeLamp)
        #expect(throws: BoardError.unknownDevice(kind: "LED", name: "other", known: ["lamp"])) {
            try bench.board.led("other")
        }
    }

    /// Returns a controller whose lamp is on while its button is held.
    private func makeLamp(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
        let controller = Mobius.loop(
            update: { (_: Bool, isOn: Bool) in Next<Bool, Never>.next(isOn) },
            effectHandler: EffectRouter<Never, Bool>().asConnectable
        )
        .withEventSource(try board.button("light").held(true))
        .makeController(from: false, on: board.queue)
        controller.connectView(try board.led("lamp").showing { .steady($0) })
        return controller
    }
}
