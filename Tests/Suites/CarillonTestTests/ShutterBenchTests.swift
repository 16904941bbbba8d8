import CarillonGPIO
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// A shutter on the bench, which a loop moves.
@Suite struct ShutterBenchTests {
    private func wiring() throws -> Wiring {
        try Wiring(
            .button("day", line: "GPIO17"),
            .shutter("window", up: "GPIO5", down: "GPIO6") {
                ($0.upTime, $0.downTime, $0.isActiveLow) = (.seconds(20), .seconds(10), true)
            })
    }

    private func make(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
        let controller = Mobius.beginnerLoop { (isDay: Bool, isPressed: Bool) in isPressed ? !isDay : isDay }
            .withEventSource(try board.button("day").changed { $0 })
            .makeController(from: false, on: board.queue)
        controller.connectView(try board.shutter("window").view { $0 ? 100 : 0 })
        return controller
    }

    private func bench() throws -> Bench<Bool> { try Bench(wiring: wiring(), fleet: .homeAssistant, make) }

    /// The directions of the motor.
    private func motor<Model>(_ bench: Bench<Model>) -> String {
        ["GPIO5": "up", "GPIO6": "down"].filter { bench.chip.level(of: $0.key) == .active }.values.sorted().joined()
    }

    @Test func pressMovesTheShutterToThePositionOfTheModel() throws {
        let bench = try bench()
        let window = try bench.shutter("window")
        expectEqual(motor(bench), "down")
        expectEqual(window.position, nil)
        bench.advance(by: .seconds(11))
        #expect(motor(bench) == "" && window.position == 0 && !window.isMoving)
        try bench.press("day")
        bench.advance(by: .seconds(5))
        expectEqual(motor(bench), "up")
        bench.advance(by: .seconds(20))
        #expect(window.position == 100 && motor(bench) == "")
        expectEqual(bench.failures, [])
    }

    @Test func linesOfTheShutterAreNeverOnTogether() throws {
        let bench = try bench()
        let both = Locked(0)
        for line in ["GPIO5", "GPIO6"] {
            bench.chip.watchOutput(line) { [chip = bench.chip] _ in
                if chip.level(of: "GPIO5") == .active, chip.level(of: "GPIO6") == .active { both.withLock { $0 += 1 } }
            }
        }
        for pause in [3000, 10, 400, 600, 2000, 1] {
            try bench.press("day")
            bench.advance(by: .milliseconds(pause))
        }
        expectEqual(both.withLock { $0 }, 0)
    }

    @Test func shutterStopsWhenTheBenchIsClosed() throws {
        let bench = try bench()
        bench.close()
        expectEqual(motor(bench), "")
        #expect(try !bench.shutter("window").isMoving)
    }

    @Test func homeAssistantMovesAndStopsTheShutterAsACover() throws {
        let bench = try Bench(wiring: wiring(), fleet: .homeAssistant) { board in
            Mobius.beginnerLoop { (_: Bool, _: Bool) in false }.makeController(from: false, on: board.queue)
        }
        expectEqual(bench.broker["shutter/window"], "None")
        try bench.set("window", to: .level(100))
        bench.advance(by: .seconds(22))
        expectEqual(bench.broker["shutter/window"], "100")
        bench.broker.send("30", to: "shutter/window")
        bench.advance(by: .milliseconds(1500))
        expectEqual(bench.broker["shutter/window"], "90")
        bench.broker.send("None", to: "shutter/window")
        bench.advance(by: .seconds(20))
        expectEqual(motor(bench), "")
        expectEqual(bench.broker["shutter/window"], "90")
    }

    @Test func effectEndsWhenTheShutterStopsAndThePositionIsSentAsAnEvent() throws {
        let bench = try Bench(wiring: wiring()) { board in
            let window = try board.shutter("window")
            return Mobius.loop(
                update: { (model: [Double?], event: ShutterEvent) -> Next<[Double?], Double> in
                    switch event {
                    case .asked(let position): .dispatchEffects([position])
                    case .stopped(let position): .next(model + [position])
                    }
                },
                effectHandler: EffectRouter<Double, ShutterEvent>()
                    .routeEffects(withParameters: { $0 }).to(window.handler { $0 }).asConnectable
            )
            .withEventSource(
                CompositeEventSourceBuilder<ShutterEvent>()
                    .addEventSource(window.stopped { .stopped($0) })
                    .addEventSource(try board.button("day").changed { _ in .asked(0) })
                    .build()
            )
            .makeController(from: [], on: board.queue)
        }
        try bench.press("day")
        bench.advance(by: .seconds(30))
        expectEqual(bench.model, [0])
    }

    private enum ShutterEvent: Sendable {
        case asked(Double)
        case stopped(Double?)
    }
}
