import CarillonGPIO
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

/// The reports of buttons, switches, sensors and encoders when a loop starts, when it starts again, and after the absence of the
/// chip: the cells of these kinds in the table of inputs in Documentation/DeviceStates.md. Subscribing stands for the start of a
/// loop.
@Suite struct InputStateTests {
    private let bench = InputBench()

    // Long enough for a hold, and for the report of a click.
    private static let down = String(repeating: "-", count: 100)
    private static let up = String(repeating: "_", count: 100)

    typealias Play = @Sendable (InputBench) throws -> Void

    static let buttons: [Row<Play, [String]>] = [
        Row("a button that is down at the start reports this state", ["down"]) { bench in
            let button = try button(bench)
            try bench.play("-")
            bench.follow(button.changed { $0 ? "down" : "up" })
        },
        Row("a button reports its state at each start", ["up", "down"]) { bench in
            let button = try button(bench)
            bench.follow(button.changed { $0 ? "down" : "up" }).dispose()
            try bench.play(down)
            bench.follow(button.changed { $0 ? "down" : "up" })
        },
        Row(
            "a button that is down at the start is neither pressed nor held nor clicked",
            ["released", "pressed", "board", "held", "released", "pressed", "board", "released", "clicked"]
        ) { bench in
            let button = try button(bench)
            try bench.play("-")
            followActs(of: button, on: bench)
            try bench.play(down + up)
            try bench.play(down + up)
            try bench.play("_----------" + up)
        },
        Row(
            "a button that is released by the absence of its chip is not clicked", ["pressed", "board", "released"]
        ) { bench in
            let button = try button(bench)
            followActs(of: button, on: bench)
            try bench.play("_----------")
            bench.chip.unplug()
            try bench.play(up)
        },
        Row(
            "a button that is down when its chip is back is neither pressed nor held nor clicked",
            ["up", "down", "pressed: true", "up", "released"]
        ) { bench in
            let button = try button(bench)
            bench.follow(button.changed { $0 ? "down" : "up" })
            followActs(of: button, on: bench)
            bench.chip.unplug()
            try bench.play("-")
            bench.chip.plugIn()
            try bench.play(down)
            bench.note("pressed: \(button.isPressed)")
            try bench.play(up)
        },
    ]

    static let switchesAndSensors: [Row<Play, [String]>] = [
        Row("a switch reports its state at each start", ["off", "on"]) { bench in
            let device = try makeSwitch(bench)
            bench.follow(device.changed { $0 ? "on" : "off" }).dispose()
            try bench.play(down)
            bench.follow(device.changed { $0 ? "on" : "off" })
        },
        Row("a switch keeps its state while its chip is absent", ["on", "absent, on: true", "off"]) { bench in
            let device = try makeSwitch(bench)
            try bench.play(down)
            bench.follow(device.changed { $0 ? "on" : "off" })
            bench.chip.unplug()
            try bench.play(up)
            bench.note("absent, on: \(device.isOn)")
            bench.chip.plugIn()
        },
        Row("a sensor that detects at the start reports this state", ["dark"]) { bench in
            let sensor = try sensor(bench)
            try bench.play("-")
            bench.follow(sensor.changed { $0 ? "dark" : "light" })
        },
        Row("a sensor reports its state at each start", ["light", "dark"]) { bench in
            let sensor = try sensor(bench)
            bench.follow(sensor.changed { $0 ? "dark" : "light" }).dispose()
            try bench.play(down)
            bench.follow(sensor.changed { $0 ? "dark" : "light" })
        },
        Row("presence at the start is not a detection", ["still there", "gone"]) { bench in
            let sensor = try sensor(bench)
            try bench.play("-")
            bench.follow(sensor.detected(send: "come"))
            bench.follow(sensor.quiet(send: "gone"))
            try bench.play(down)
            bench.note("still there")
            try bench.play(up)
        },
        Row(
            "a sensor whose chip is absent detects nothing", ["dark", "light", "gone", "absent", "dark", "come"]
        ) { bench in
            let sensor = try sensor(bench)
            try bench.play(down)
            bench.follow(sensor.changed { $0 ? "dark" : "light" })
            bench.follow(sensor.detected(send: "come"))
            bench.follow(sensor.quiet(send: "gone"))
            bench.chip.unplug()
            try bench.play(down)
            bench.note("absent")
            bench.chip.plugIn()
        },
    ]

    static let encoders: [Row<Play, [String]>] = [
        Row("an encoder sends nothing at the start and keeps its position", ["at 1", "1"]) { bench in
            let encoder = try encoder(bench)
            bench.follow(encoder.turned { "\($0)" }).dispose()
            try turnRight(bench)
            bench.follow(encoder.turned { "\($0)" })
            bench.note("at \(encoder.position)")
            try turnRight(bench)
        },
        Row("turns during an absence are not counted", ["back", "1"]) { bench in
            let encoder = try encoder(bench, steps: .four)
            bench.follow(encoder.turned { "\($0)" })
            bench.chip.unplug()
            try bench.chip.drive("GPIO2", .active)
            bench.chip.plugIn()
            bench.time.advance(by: .milliseconds(1))
            bench.note("back")
            try bench.chip.drive("GPIO3", .active)
            bench.time.advance(by: .milliseconds(1))
        },
    ]

    @Test(arguments: buttons + switchesAndSensors + encoders)
    func inputReportsItsState(row: Row<Play, [String]>) throws {
        try row.given(bench)
        expectEqual(bench.log, row.expected, sourceLocation: row.place)
        expectEqual(bench.failures, [], sourceLocation: row.place)
    }

    // MARK: -

    private static func button(_ bench: InputBench) throws -> Button {
        try Button(
            name: "test", line: bench.input("GPIO2"), debounce: .milliseconds(5),
            timing: .init(
                hold: .milliseconds(50), repeatInterval: .milliseconds(20), multiClickInterval: .milliseconds(30)),
            queue: bench.time, observer: bench.observer)
    }

    private static func makeSwitch(_ bench: InputBench) throws -> Switch {
        try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .milliseconds(5), queue: bench.time,
            observer: bench.observer)
    }

    private static func sensor(_ bench: InputBench) throws -> Sensor {
        try Sensor(
            name: "darkness", line: bench.input("GPIO2"), inactivityTimeout: .milliseconds(10), queue: bench.time,
            observer: bench.observer)
    }

    private static func encoder(
        _ bench: InputBench, steps: RotaryEncoder.StepsPerCycle = .one
    ) throws -> RotaryEncoder {
        try RotaryEncoder(
            name: "volume", a: bench.input("GPIO2"), b: bench.input("GPIO3"), steps: steps, queue: bench.time,
            observer: bench.observer)
    }

    private static func turnRight(_ bench: InputBench) throws {
        for (line, level) in [("GPIO2", "-"), ("GPIO3", "-"), ("GPIO2", "_"), ("GPIO3", "_")] {
            try bench.play(level, on: line)
        }
    }

    /// Logs the user's presses, holds and clicks of a button.
    private static func followActs(of button: Button, on bench: InputBench) {
        bench.follow(button.pressed(send: "pressed"))
        bench.follow(AnyEventSource(ButtonPresses([(button, "board")])))
        bench.follow(button.held(send: "held"))
        bench.follow(button.clicked(send: "clicked"))
        bench.follow(button.released(send: "released"))
    }
}
