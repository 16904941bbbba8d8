import CarillonRealTime
import Foundation

// Measures what the hot paths cost: prints a table, and writes it to .build/benchmark.json.
//
//     swift run -c release --package-path Benchmarks benchmarks [name...]
//
// With names, only the rows whose names begin with one of them; the file is then left alone.

let names = CommandLine.arguments.dropFirst()

do {
    let queue = try RealTimeQueue(name: "benchmark")
    let benchmarks = LoopBenchmarks.all + EffectBenchmarks.all + ControllerBenchmarks.all(on: queue)
    let chosen = benchmarks.filter { benchmark in names.isEmpty || names.contains { benchmark.name.hasPrefix($0) } }
    var rows = Measurement(rounds: 51).measure(chosen)
    if names.isEmpty || names.contains(where: { "controller.latency".hasPrefix($0) }) {
        rows += ControllerBenchmarks.latencies(on: queue)
    }
    rows += try QueueBenchmarks.rows(names)
    if names.isEmpty || names.contains(where: { "controller.cycles".hasPrefix($0) }) {
        rows += ControllerBenchmarks.growth(on: queue)
    }
    rows += try ServiceBenchmarks.rows(names)
    print(rows.table)
    if names.isEmpty { try rows.write(to: ".build/benchmark.json") }
    queue.stop()
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}
