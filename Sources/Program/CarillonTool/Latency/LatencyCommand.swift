import CarillonAppliance
import CarillonRealTime

/// `carillon latency`: measures the latency of a real-time queue on this board.
struct LatencyCommand: Command {
    static let name = "latency"
    static let summary = "measure the latency of a real-time queue on this board"
    static let help = """
        [OPTION]...

        Runs a real-time queue as an appliance does, and measures its latency: of a tick each millisecond (tick), of
        work from another thread (hop), and of a descriptor that becomes readable (descriptor), as for an edge on a
        line. Run the load of the board at the same time. Ctrl-C ends early.

          --seconds N    the duration, 1 to 86400; default 10
          --priority N   the real-time priority, 1 to 99, or 0 for an ordinary thread; default 50. Above 50, edges
                         of lines are later on a PREEMPT_RT kernel
          --cpu N        reserve this processor for the queue
          --lock-memory  lock the memory
          --require      fail if the system denies one of these privileges
          --plot FILE    draw the percentiles to an SVG file
        """

    private var seconds = 10
    private var configuration = RealTimeConfiguration()
    private var plot: SVGFile?

    init(_ arguments: Arguments) throws {
        try arguments.read([
            ("seconds", true), ("priority", true), ("cpu", true), ("lock-memory", false), ("require", false),
            ("plot", true),
        ]) { name, value in
            switch name {
            case "seconds": seconds = try Self.number(value, of: name, in: 1...86_400)
            case "priority": configuration.priority = Int32(try Self.number(value, of: name, in: 0...99))
            case "cpu": configuration.cpu = try Self.number(value, of: name, in: 0...1023)
            case "lock-memory": configuration.locksMemory = true
            case "require": configuration.privilege = .required
            default: plot = try SVGFile(value)
            }
        }
    }

    private static func number(_ text: String, of option: String, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
        }
        return number
    }

    func run() throws {
        let measurement = try LatencyMeasurement(configuration)
        print("\(measurement.conditions), for \(seconds) s\n")
        let latencies = try measurement.run(for: .seconds(seconds))
        print(LatencyTable(latencies: latencies).text)
        for latency in latencies { print(BarChart(latency: latency).text) }
        try plot?.write(PercentilePlot(latencies).svg)
    }
}
