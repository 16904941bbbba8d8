import CarillonRealTime
import Foundation

// Measures what the hot paths cost: prints a table, and writes it to .build/benchmark.json.
//
//     swift run -c release --package-path Benchmarks benchmarks [name...]
//
// With names, only the rows whose names begin with one of them; the file is then left alone.

let names = CommandLine.arguments.dropFirst()

do {
    if names.first == DeviceKernelEdge.answer { try DeviceKernelEdge.answerEdges() }
    let queue = try RealTimeQueue(name: "benchmark")
    let benchmarks =
        LoopBenchmarks.all + EffectBenchmarks.all + ControllerBenchmarks.all(on: queue) + DeviceBenchmarks.all
        + AudioBenchmarks.all + FluxusBenchmarks.all + FluxerBenchmarks.all
    let chosen = benchmarks.filter { benchmark in names.isEmpty || names.contains { benchmark.name.hasPrefix($0) } }
    var rows = Measurement(rounds: 51).measure(chosen)
    if names.isEmpty || names.contains(where: { "controller.latency".hasPrefix($0) }) {
        rows += ControllerBenchmarks.latencies(on: queue)
    }
    rows += AudioBenchmarks.shares(of: rows)
    if names.isEmpty || names.contains(where: { "audio.start".hasPrefix($0) }) { rows += try AudioStart.rows() }
    rows += try QueueBenchmarks.rows(names)
    if names.isEmpty || names.contains(where: { "controller.cycles".hasPrefix($0) }) {
        rows += ControllerBenchmarks.growth(on: queue)
    }
    if names.isEmpty || names.contains(where: { "device.press".hasPrefix($0) || $0.hasPrefix("device.press") }) {
        rows += DeviceBenchmarks.pressRows()
    }
    if names.isEmpty || names.contains(where: { "device.pulse".hasPrefix($0) || $0.hasPrefix("device.pulse") }) {
        rows += try DeviceBenchmarks.pulseRows()
    }
    if names.isEmpty || names.contains(where: { "kernel.edge.led".hasPrefix($0) || $0.hasPrefix("kernel.edge.led") }) {
        rows += try DeviceKernelEdge.rows()
    }
    rows += try ServiceBenchmarks.rows(names)
    print(rows.table)
    if names.isEmpty { try rows.write(to: ".build/benchmark.json") }
    queue.stop()
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}
