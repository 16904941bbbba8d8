import CarillonRealTime

/// A histogram of latencies, as bars for a terminal. Each line covers latencies up to twice the limit of the line
/// above.
struct BarChart {
    private static let width = 50
    private static let block: Character = "█"
    /// The bar of a count that would be too short to see.
    private static let trace: Character = "▏"

    let latency: Latency

    var text: String {
        var counts: [Int: Int] = [:]
        for bucket in latency.times.buckets {
            counts[Self.doubling(of: bucket.range.upperBound), default: 0] += bucket.count
        }
        guard let first = counts.keys.min(), let last = counts.keys.max(), let most = counts.values.max() else {
            return "\(latency.name): no samples\n"
        }
        let lines = (first...last).map { doubling in
            let count = counts[doubling, default: 0]
            return Self.label(doubling) + " " + Self.bar(count, most: most) + " \(count)"
        }
        return "\(latency.name)\n" + lines.joined(separator: "\n") + "\n"
    }

    /// Returns the index of a time's line: 0 for less than 1 us, 1 for less than 2 us, 2 for less than 4 us.
    private static func doubling(of time: Duration) -> Int {
        let microseconds = Int(time.microseconds)
        return Int.bitWidth - microseconds.leadingZeroBitCount
    }

    private static func label(_ doubling: Int) -> String {
        "< \(1 << doubling) us".padded(to: 14, isOnRight: true)
    }

    private static func bar(_ count: Int, most: Int) -> String {
        let length = count * width / most
        return length == 0 && count > 0 ? String(trace) : String(repeating: block, count: length)
    }
}
