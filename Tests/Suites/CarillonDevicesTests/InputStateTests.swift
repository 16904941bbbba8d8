import CarillonGPIO
import MobiusCore
import Testing

@testable import CarillonDevices

/// The reports of an input when a loop starts, when it starts again, and after the absence of its chip: one test for
/// each cell of the table of inputs in Documentation/Devices.md. Subscribing stands for the start of a loop.
@Suite struct InputStateTests {
    private let bench = InputBench()
    private let down: String
    private let up: String

    init() {
        // Long enough for a hold, and for the report of a click.
        down = String(repeating: "-", count: 100)
        up = String(repeating: "_", count: 100)
    }

    // MARK: A button

    @Test(arguments: [("_", "up"), ("-", "down")])
    func buttonReportsItsStateAtTheStart(level: String, told: String) throws {
        let button = try button()
        try bench.play(level)
        bench.follow(button.changed { $0 ? "down" : "up" })
        #expect(bench.log == [told])
    }

    @Test func buttonReportsItsStateAtEachStart() throws {
        let button = try button()
        bench.follow(button.changed { $0 ? "down" : "up" }).dispose()
        try bench.play(down)
        bench.follow(button.changed { $0 ? "down" : "up" })
        #expect(bench.log == ["up", "down"])
    }

    @Test func buttonThatIsDownAtTheStartIsNeitherPressedNorHeldNorClicked() throws {
        let button = try button()
        try bench.play("-")
        followActs(of: button)
        try bench.play(down + up)
        #expect(bench.log == ["released"])
        try bench.play(down + up)
        #expect(bench.log == ["released", "pressed", "board", "held", "released"])
        try bench.play("_----------" + up)
        #expect(bench.log.suffix(4) == ["pressed", "board", "released", "clicked"])
    }

    @Test func buttonThatIsReleasedWhenItsChipGoesAwayWasNotClicked() throws {
        let button = try button()
        followActs(of: button)
        try bench.play("_----------")
        bench.chip.unplug()
        try bench.play(up)
        #expect(bench.log == ["pressed", "board", "released"])
    }

    @Test func buttonThatIsDownWhenItsChipIsBackIsNeitherPressedNorHeldNorClicked() throws {
        let button = try button()
        bench.follow(button.changed { $0 ? "down" : "up" })
        followActs(of: button)
        bench.chip.unplug()
        try bench.play("-")
        bench.chip.plugIn()
        try bench.play(down)
        #expect(button.isPressed)
        #expect(bench.log == ["up", "down"])
        try bench.play(up)
        #expect(bench.log == ["up", "down", "up", "released"])
    }

    // MARK: A switch

    @Test func switchReportsItsStateAtEachStart() throws {
        let device = try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .milliseconds(5), queue: bench.time,
            observer: bench.observer)
        bench.follow(device.changed { $0 ? "on" : "off" }).dispose()
        try bench.play(down)
        bench.follow(device.changed { $0 ? "on" : "off" })
        #expect(bench.log == ["off", "on"])
    }

    @Test func switchKeepsStateWhileChipIsAbsent() throws {
        let device = try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .milliseconds(5), queue: bench.time,
            observer: bench.observer)
        try bench.play(down)
        bench.follow(device.changed { $0 ? "on" : "off" })
        bench.chip.unplug()
        try bench.play(up)
        #expect(bench.log == ["on"])
        bench.chip.plugIn()
        #expect(bench.log == ["on", "off"])
    }

    // MARK: A sensor

    @Test(arguments: [("_", "light"), ("-", "dark")])
    func sensorReportsItsStateAtTheStart(level: String, told: String) throws {
        let sensor = try sensor()
        try bench.play(level)
        bench.follow(sensor.changed { $0 ? "dark" : "light" })
        #expect(bench.log == [told])
    }

    @Test func sensorReportsItsStateAtEachStart() throws {
        let sensor = try sensor()
        bench.follow(sensor.changed { $0 ? "dark" : "light" }).dispose()
        try bench.play(down)
        bench.follow(sensor.changed { $0 ? "dark" : "light" })
        #expect(bench.log == ["light", "dark"])
    }

    @Test func presenceAtStartIsNotADetection() throws {
        let sensor = try sensor()
        try bench.play("-")
        bench.follow(sensor.detected("come"))
        bench.follow(sensor.quiet("gone"))
        try bench.play(down)
        #expect(bench.log.isEmpty)
        try bench.play(up)
        #expect(bench.log == ["gone"])
    }

    @Test func sensorWhoseChipIsAwayFindsNothing() throws {
        let sensor = try sensor()
        try bench.play(down)
        bench.follow(sensor.changed { $0 ? "dark" : "light" })
        bench.follow(sensor.detected("come"))
        bench.follow(sensor.quiet("gone"))
        bench.chip.unplug()
        try bench.play(down)
        #expect(bench.log == ["dark", "light", "gone"])
        bench.chip.plugIn()
        #expect(bench.log == ["dark", "light", "gone", "dark", "come"])
    }

    // MARK: A rotary encoder

    @Test func encoderSendsNothingAtTheStartAndKeepsItsPosition() throws {
        let encoder = try encoder()
        bench.follow(encoder.turned { "\($0)" }).dispose()
        try turnRight()
        bench.follow(encoder.turned { "\($0)" })
        #expect(encoder.position == 1)
        try turnRight()
        #expect(bench.log == ["1"])
    }

    @Test func turnsDuringAnAbsenceAreNoSteps() throws {
        let encoder = try encoder(steps: .four)
        bench.follow(encoder.turned { "\($0)" })
        bench.chip.unplug()
        try bench.chip.drive("GPIO2", .active)
        bench.chip.plugIn()
        bench.time.advance(by: .milliseconds(1))
        #expect(bench.log.isEmpty)
        try bench.chip.drive("GPIO3", .active)
        bench.time.advance(by: .milliseconds(1))
        #expect(bench.log == ["1"])
    }

    // MARK: -

    private func button() throws -> Button {
        try Button(
            name: "test", line: bench.input("GPIO2"), debounce: .milliseconds(5),
            timing: .init(
                hold: .milliseconds(50), repeatInterval: .milliseconds(20), multiClickInterval: .milliseconds(30)),
            queue: bench.time, observer: bench.observer)
    }

    private func sensor() throws -> Sensor {
        try Sensor(
            name: "darkness", line: bench.input("GPIO2"), inactivityTimeout: .milliseconds(10), queue: bench.time,
            observer: bench.observer)
    }

    private func encoder(steps: RotaryEncoder.StepsPerCycle = .one) throws -> RotaryEncoder {
        try RotaryEncoder(
            name: "volume", a: bench.input("GPIO2"), b: bench.input("GPIO3"), steps: steps, queue: bench.time,
            observer: bench.observer)
    }

    private func turnRight() throws {
        for (line, level) in [("GPIO2", "-"), ("GPIO3", "-"), ("GPIO2", "_"), ("GPIO3", "_")] {
            try bench.play(level, on: line)
        }
    }

    /// Logs the user's presses, holds and clicks of a button.
    private func followActs(of button: Button) {
        bench.follow(button.pressed("pressed"))
        bench.follow(AnyEventSource(ButtonPresses([(button, "board")])))
        bench.follow(button.held("held"))
        bench.follow(button.clicked("clicked"))
        bench.follow(button.released("released"))
    }
}
