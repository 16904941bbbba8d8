import Foundation

/// A box in a fleet, on a broker of its own: the time from a press to its delivery to another client, and to the LED
/// while the fleet cannot connect; the memory of the fleet, and of its outbox after a day without a broker. The references
/// of the medians are those of mosquitto_pub in the same run, from its start; the other references are the project's own
/// limits.
enum FleetBenchmarks {
    private static let waiting = "device.press.led.fleet"

    static let names = ["fleet.press", waiting, "fleet.memory", "fleet.outbox"]

    /// Without a broker or mosquitto_pub there are no rows of presses, and the script says so.
    static func rows() throws -> [Row] {
        for program in ["FleetMeter", "OutboxProbe"] {
            try ServiceBenchmarks.run("swift", "build", "-c", "release", "--product", program)
        }
        let output = try ServiceBenchmarks.run("env", "CARILLON_PROGRAMS=.build/release", "Tests/Fleet/measure.py")
        let figures = try JSONDecoder().decode([String: Double].self, from: Data(output.utf8))
        var rows: [Row] = []
        for (name, prefix, limit) in [("fleet.press", "", 2.0), ("fleet.press.tls", "tls.", 2.5)] {
            for (share, reference) in [("p50", figures["\(prefix)publisher.p50"]), ("p99", limit)] {
                guard let value = figures["\(prefix)press.\(share)"] else { continue }
                rows.append(Row(name: "\(name).\(share)", unit: "ms", value: value, reference: reference))
            }
        }
        for absence in ["down", "resolver", "handshake"] {
            guard let value = figures["light.\(absence)"] else { continue }
            rows.append(Row(name: "\(waiting).\(absence)", unit: "% more", value: value, reference: 3))
        }
        let limits = [("fleet.memory", "memory", 5000.0), ("fleet.memory.tls", "tls.memory", 9000)]
        for (name, key, limit) in limits {
            guard let value = figures[key] else { continue }
            rows.append(Row(name: name, unit: "kB", value: value, reference: limit))
        }
        if let value = figures["idle.libraries"] {
            rows.append(Row(name: "fleet.memory.none", unit: "libraries", value: value, reference: 0))
        }
        if let value = figures["outbox"] {
            rows.append(Row(name: "fleet.outbox", unit: "kB", value: value / 1024, reference: 256))
        }
        return rows
    }
}
