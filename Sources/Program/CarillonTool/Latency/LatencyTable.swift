import CarillonRealTime

/// Percentiles in columns, in microseconds.
struct LatencyTable {
    private static let percentiles: [(title: String, percentile: Double)] = [
        ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9),
    ]

    let latencies: [Latency]

    var text: String {
        let titles = ["us", "samples"] + Self.percentiles.map(\.title) + ["max"]
        let rows = latencies.map { latency in
            let times = latency.times
            let values = Self.percentiles.map { times.value(atPercentile: $0.percentile) } + [times.maximum]
            return [latency.name, "\(times.count)"] + values.map { $0.map(\.inMicroseconds) ?? "-" }
        }
        return ([titles] + rows).map(Self.line).joined(separator: "\n") + "\n"
    }

    private static func line(_ cells: [String]) -> String {
        cells[0].padded(to: 10) + cells.dropFirst().map { " \($0.padded(to: 9, isOnRight: true))" }.joined()
    }
}

extension Duration {
    /// The number of microseconds, with one digit after the decimal point.
    var inMicroseconds: String {
        let tenths = Int((microseconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
