import CarillonRealTime
import Foundation

// Measures the cost of the hot paths: prints a table, and writes it to .build/benchmark.json.
//
//     swift run -c release --package-path Benchmarks benchmarks [--quick | --waiting] [NAME...]
//
// With names, only the rows whose names begin with one of them, which replace those in the file. --quick takes under
// 3 minutes; see `Form.quick`. --waiting measures instead what a person waits for; see `WaitingBenchmarks`.

if CommandLine.arguments.dropFirst().first == DeviceKernelEdge.answer { try DeviceKernelEdge.answerEdges() }

func fail(_ message: String, status: Int32) -> Never {
    Progress.notice(message)
    exit(status)
}

let (options, names) = CommandLine.arguments.dropFirst().reduce(into: ([String](), [String]())) { result, argument in
    if argument.hasPrefix("-") { result.0.append(argument) } else { result.1.append(argument) }
}
if options.count > 1 || !["--quick", "--waiting"].contains(options.first ?? "--quick") {
    fail("unexpected \(options.last!); usage: benchmarks [--quick | --waiting] [NAME...]", status: 2)
}
let form = options == ["--quick"] ? Form.quick : .full

do {
    let queue = try RealTimeQueue(name: "benchmark")
    let benchmarks =
        LoopBenchmarks.all + EffectBenchmarks.all + ControllerBenchmarks.all(on: queue) + DeviceBenchmarks.all
        + AudioBenchmarks.all + FluxusBenchmarks.all + FluxerBenchmarks.all
    let chosen = benchmarks.filter { benchmark in names.isEmpty || names.contains { benchmark.name.hasPrefix($0) } }
    let all =
        [
            Section(chosen.map(\.name), seconds: 0.08 * Double(chosen.count * form.rounds)) { show in
                let rows = Measurement(rounds: form.rounds).measure(chosen, show)
                return rows + AudioBenchmarks.shares(of: rows)
            },
            Section("controller.latency", seconds: form == .full ? 10 : 4) { _ in
                try ControllerBenchmarks.latencies(form)
            },
            Section("audio.start", seconds: form == .full ? 8 : 3) { _ in try AudioStart.rows(form) },
        ] + QueueBenchmarks.sections(form) + [
            Section("controller.cycles", seconds: 2) { _ in ControllerBenchmarks.growth(on: queue) },
            Section("device.press.led", "device.press.loop.led", seconds: 3) { _ in DeviceBenchmarks.pressRows() },
            Section("device.pulse", seconds: form.pulseSeconds) { _ in try DeviceBenchmarks.pulseRows(form) },
        ]
    let slow = [
        Section(PageBenchmarks.names, seconds: 60) { _ in try PageBenchmarks.rows() },
        Section(BusBenchmarks.names, seconds: 90) { _ in try BusBenchmarks.rows() },
        Section("kernel.edge.led", seconds: 60) { _ in try DeviceKernelEdge.rows() },
        Section(TickBenchmarks.names, seconds: 240) { show in try TickBenchmarks.rows(show) },
        Section(PagePress.names, seconds: 120) { _ in try PagePress.rows() },
        Section(FleetBenchmarks.names, seconds: 90) { _ in try FleetBenchmarks.rows() },
        Section(SpeechBenchmarks.names, seconds: 90) { _ in try SpeechBenchmarks.rows(form) },
        Section(PlayerBenchmarks.names, seconds: 600) { _ in try PlayerBenchmarks.rows(form) },
        Section(ServiceBenchmarks.names, seconds: 180) { _ in try ServiceBenchmarks.rows() },
    ]
    let waiting = [Section(WaitingBenchmarks.names, seconds: 600) { _ in try WaitingBenchmarks.rows() }]
    let asked = options == ["--waiting"] ? waiting : all + (form == .full ? slow : [])
    let sections = asked.filter { !$0.names.isEmpty && $0.isWanted(names) }
    guard !sections.isEmpty else {
        let rest = form == .quick && slow.contains { $0.isWanted(names) } ? "; --quick leaves it out" : ""
        fail("no row to measure begins with \(names.joined(separator: " or "))\(rest)", status: 2)
    }
    let rows = try sections.rows().map { row in
        var row = row
        row.form = form
        return row
    }
    print(rows.table)
    if form == .quick {
        print("Quick form: few samples, and without the rows \(slow.flatMap(\.names).joined(separator: ", ")).")
    }
    try rows.write(to: ".build/benchmark.json", keepsOthers: !names.isEmpty || options == ["--waiting"])
    queue.stop()
} catch {
    fail("\(error)", status: 1)
}
