import CarillonGPIO
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// A stepper on the bench, which a loop turns.
@Suite struct StepperBenchTests {
    private func make(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
        let controller = Mobius.beginnerLoop { (isOpen: Bool, isPressed: Bool) in isPressed ? !isOpen : isOpen }
            .withEventSource(try board.button("open").changed { $0 })
            .makeController(from: false, on: board.queue)
        controller.connectView(try board.stepper("valve").view { $0 ? 100 : 0 })
        return controller
    }

    private func bench() throws -> Bench<Bool> {
        try Bench(
            wiring: Wiring(
                .button("open", line: "GPIO17"),
                .stepper("valve", inputs: ("GPIO5", "GPIO6", "GPIO13", "GPIO19")) { $0.speed = 100 }),
            fleet: .homeAssistant, make)
    }

    @Test func pressTurnsTheStepperToThePositionOfTheModel() throws {
        let bench = try bench()
        let valve = try bench.stepper("valve")
        try bench.press("open")
        bench.advance(by: .milliseconds(500))
        #expect(valve.isMoving && valve.position > 0 && valve.position < 100)
        bench.advance(by: .seconds(1))
        #expect(valve.position == 100 && !valve.isMoving)
        try bench.press("open")
        bench.advance(by: .seconds(2))
        expectEqual(valve.position, 0)
        expectEqual(bench.failures, [])
    }
}
