import CarillonRealTime
import Glibc

/// Percentiles as curves, drawn in SVG: to the right ever rarer cases, upwards ever longer times.
///
/// It is the plot that HdrHistogram made usual: its x axis counts nines, so that the rare late cases, which an average
/// hides, take most of the room.
struct PercentilePlot {
    /// What a file that this program drew begins with.
    static let signature = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-drawn-by=\"carillon latency\""

    private static let (width, height) = (720.0, 400.0)
    private static let (left, right, top, bottom) = (70.0, 100.0, 30.0, 50.0)
    /// Dark enough on white, and told apart by those who see few colours.
    private static let colors = ["#0072b2", "#d55e00", "#009e73"]
    private static let nines = 5.0

    private let latencies: [Latency]
    /// The y axis, as powers of ten of microseconds.
    private let powers: ClosedRange<Int>

    init(_ latencies: [Latency]) {
        self.latencies = latencies
        let times = latencies.map(\.times)
        let least = times.compactMap(\.minimum).min()?.microseconds ?? 1
        let most = times.compactMap(\.maximum).max()?.microseconds ?? 1
        let first = Int(log10(max(least, 0.1)).rounded(.down))
        powers = first...max(first + 1, Int(log10(max(most, 0.1)).rounded(.up)))
    }

    var svg: String {
        """
        \(Self.signature) viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" font-family="sans-serif" font-size="12">
        <rect width="100%" height="100%" fill="white"/>
        \(grid.joined(separator: "\n"))
        \(zip(latencies, Self.colors).map(curve).joined(separator: "\n"))
        <text x="\(Self.left)" y="18">How late a real-time queue is (microseconds, percentiles)</text>
        </svg>

        """
    }

    private var grid: [String] {
        let (start, end) = (Self.left, Self.width - Self.right)
        let titles = ["0%", "90%", "99%", "99.9%", "99.99%", "99.999%"]
        let columns = titles.enumerated().map { index, title in
            let x = Self.x(nines: Double(index))
            return Self.line(x, Self.top, x, Self.height - Self.bottom)
                + "<text x=\"\(x)\" y=\"\(Self.height - Self.bottom + 18)\" text-anchor=\"middle\">\(title)</text>"
        }
        let rows = powers.map { power in
            let y = y(microseconds: pow(10, Double(power)))
            let title = power < 0 ? "0.1" : "1" + String(repeating: "0", count: power)
            return Self.line(start, y, end, y)
                + "<text x=\"\(start - 6)\" y=\"\(y + 4)\" text-anchor=\"end\">\(title)</text>"
        }
        return columns + rows
    }

    private func curve(_ latency: Latency, color: String) -> String {
        var points: [(x: Double, y: Double)] = []
        for step in 0...Int(Self.nines * 20) {
            let nines = Double(step) / 20
            // Beyond one in as many as were measured there is nothing to say.
            guard nines <= log10(Double(max(1, latency.times.count))),
                let time = latency.times.value(atPercentile: 100 - pow(10, 2 - nines))
            else { break }
            points.append((Self.x(nines: nines), y(microseconds: time.microseconds)))
        }
        guard let last = points.last else { return "" }
        let path = points.map { "\(Self.rounded($0.x)),\(Self.rounded($0.y))" }.joined(separator: " ")
        return "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
            + "<text x=\"\(last.x + 6)\" y=\"\(Self.rounded(last.y + 4))\" fill=\"\(color)\">\(latency.name)</text>"
    }

    private static func x(nines: Double) -> Double {
        rounded(left + nines / Self.nines * (width - left - right))
    }

    private func y(microseconds: Double) -> Double {
        let position = log10(max(microseconds, 0.1)) - Double(powers.lowerBound)
        let share = max(0, position / Double(powers.upperBound - powers.lowerBound))
        return Self.rounded(Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom))
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"#ddd\"/>"
    }
}
