import Foundation

/// The lateness of a tick on Debian 13's PREEMPT and PREEMPT_RT kernels, in a virtual machine whose clock counts instructions;
/// `Tests/VirtualMachine/ticks-in-guest` has the loads. The reference is cyclictest, which only sleeps, in the same run.
enum TickBenchmarks {
    private static let kernels = ["preempt", "realtime"]

    static let names = kernels.map { "kernel.tick.\($0)" }

    static func rows(_ show: (Double) -> Void) throws -> [Row] {
        try ServiceBenchmarks.run("swift", "build", "-c", "release", "--product", "TickMeter")
        var rows: [Row] = []
        for (index, kernel) in kernels.enumerated() {
            rows += try Self.rows(on: kernel)
            show(Double(index + 1) / Double(kernels.count))
        }
        return rows
    }

    private static func rows(on kernel: String) throws -> [Row] {
        let turns = "2"
        let output = try ServiceBenchmarks.run(
            "Tests/VirtualMachine/measure-ticks", kernel, ".build/release/TickMeter", turns)
        var rows: [Row] = []
        var reference: [Double] = []
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ")
            let times = words.dropFirst(3).compactMap { Double($0) }
            guard words.count == 7, times.count == 4 else { continue }
            if words[1] == "cyclictest" { reference = times }
            guard words[1] == "queue", reference.count == 4 else { continue }
            for (index, name) in ["p50", "p99", "p999", "max"].enumerated() {
                rows.append(
                    Row(
                        name: "kernel.tick.\(kernel).\(words[0]).\(name)", unit: "ns", value: times[index],
                        reference: reference[index]))
            }
        }
        return rows
    }
}
