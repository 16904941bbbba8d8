import Foundation

/// Devices on buses, with their real code from the model's view to the bytes of the transfers; `Tests/Probes/BusMeter` has the
/// loads. The kernel's part of a transfer is left out, because the bus only counts the bytes: on a board it depends on the
/// controller and on the speed of the bus. The references are the project's own limits.
enum BusBenchmarks {
    private static let loads = [
        ("display", "device.display.cpu", 5.0), ("strip", "device.strip.cpu", 5),
        ("pulse", "device.strip.pulse.cpu", 5),
        ("analog", "device.analog.cpu", 3),
        ("screen", "device.screen.cpu", 2),
    ]
    private static let steps = [
        ("step", ["device.screen.step", "device.screen.byte"]),
        ("hand", ["device.screen.hand.step", "device.screen.hand.byte"]),
    ]
    private static let hanging = "device.press.led.hanging"

    static let names = loads.map(\.1) + steps.flatMap(\.1) + [hanging]

    /// The share of a core that each load takes. The work of the queue for a knob's step on a screen, and the time from the step
    /// to the first byte, also of a list that is drawn by hand. The time from a press to the LED beside a display whose bus hangs, in turns with a board without a
    /// display.
    static func rows() throws -> [Row] {
        try ServiceBenchmarks.run("swift", "build", "-c", "release", "--product", "BusMeter")
        func figures(_ load: String, _ count: Int) throws -> [Double] {
            try ServiceBenchmarks.run(".build/release/BusMeter", load, "\(count)")
                .split(separator: " ").dropFirst().compactMap { Double($0) }
        }
        var rows: [Row] = []
        for (load, name, limit) in loads {
            guard let share = try figures(load, 5).first else { continue }
            rows.append(Row(name: name, unit: "% of a core", value: share, reference: limit))
        }
        for (load, names) in steps {
            rows += zip(names, try figures(load, 500)).map { name, time in Row(name: name, unit: "ns", value: time) }
        }
        let times = try figures("hanging", 40)
        if times.count == 2 {
            rows.append(Row(name: hanging, unit: "times", value: times[0] / times[1], reference: 1.3))
        }
        return rows
    }
}
