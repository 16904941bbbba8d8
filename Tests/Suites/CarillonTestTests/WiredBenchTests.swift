import CarillonTest
import TestSupport
import Testing

/// A bench with a wiring has its devices and no others.
@Suite struct WiredBenchTests {
    @Test func timesOfTheWiringAreUsed() throws {
        let wiring = try Wiring(
            .button("light", line: "GPIO2") { $0.timing = Button.Timing(hold: .milliseconds(300)) },
            .led("lamp", line: "GPIO3"))
        let bench = try Bench(wiring: wiring, makeLamp)
        try bench.press("light", for: .milliseconds(300))
        #expect(bench.model)
        expectEqual(bench.lit, ["lamp"])
    }

    @Test func deviceThatIsNotWiredIsReportedAsMissing() throws {
        let wiring = try Wiring(.button("light", line: "GPIO2"))
        let missing = BoardError.unknownDevice(kind: "LED", name: "lamp", known: [])
        #expect(throws: missing) { try Bench(wiring: wiring, makeLamp) }
        #expect(throws: missing) { try Bench(wiring: wiring).led("lamp") }
        // A bench without a wiring adds devices only while the application is made.
        let bench = try Bench(makeLamp)
        #expect(throws: BoardError.unknownDevice(kind: "LED", name: "other", known: ["lamp"])) {
            try bench.board.led("other")
        }
    }

    @Test func twoDevicesOnOneLineAreRefused() throws {
        let wiring = try Wiring(.button("light", line: "GPIO2"), .led("lamp", line: "GPIO2"))
        #expect(throws: DescriptionError.self) { try Bench(wiring: wiring, makeLamp) }
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func pullDownAgainstAFixedPullUpIsRefused() throws {
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

    @Test func soundWithoutAFileIsReportedAsMissing() throws {
        let wiring = try Wiring(.button("light", line: "GPIO2"), .led("lamp", line: "GPIO3"))
        func make(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
            let _: AnyEffectHandler<Void, Bool> = try board.speaker.handler("no such sound")
            return try makeLamp(on: board)
        }
        do {
            _ = try Bench(wiring: wiring, make)
            Issue.record("the bench has a sound that does not exist")
        } catch BoardError.unknownDevice(kind: "sound", name: "no such sound", _) {}
    }

    /// Returns a controller whose lamp is on while its button is held.
    private func makeLamp(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
        let controller = Mobius.loop(
            update: { (_: Bool, isOn: Bool) in Next<Bool, Never>.next(isOn) },
            effectHandler: EffectRouter<Never, Bool>().asConnectable
        )
        .withEventSource(try board.button("light").held(send: true))
        .makeController(from: false, on: board.queue)
        controller.connectView(try board.led("lamp").view { .on(if: $0) })
        return controller
    }
}
