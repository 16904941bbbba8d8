import CarillonRealTime
import Glibc

/// Percentiles as curves, drawn in SVG: to the right ever rarer cases, upwards ever longer times.
///
/// It is the plot that HdrHistogram made usual: its x axis counts nines, so that the rare late cases, which an average
/// hides, take most of the room.
struct PercentilePlot {
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
        var svg = SVG()
        svg.text("How late a real-time queue is (microseconds, percentiles)", Self.left, 18)
        drawGrid(into: &svg)
        for (latency, color) in zip(latencies, Self.colors) { drawCurve(of: latency, color: color, into: &svg) }
        return svg.document(width: Self.width, height: Self.height)
    }

    private func drawGrid(into svg: inout SVG) {
        let (start, end) = (Self.left, Self.width - Self.right)
        let bottom = Self.height - Self.bottom
        for (index, title) in ["0%", "90%", "99%", "99.9%", "99.99%", "99.999%"].enumerated() {
            let x = Self.x(nines: Double(index))
            svg.line([(x, Self.top), (x, bottom)], color: "#ddd")
            svg.text(title, x, bottom + 18, anchor: .middle)
        }
        for power in powers {
            let y = y(microseconds: pow(10, Double(power)))
            svg.line([(start, y), (end, y)], color: "#ddd")
            svg.text(power < 0 ? "0.1" : "1" + String(repeating: "0", count: power), start - 6, y + 4, anchor: .end)
        }
    }

    private func drawCurve(of latency: Latency, color: String, into svg: inout SVG) {
        var points: [(x: Double, y: Double)] = []
        for step in 0...Int(Self.nines * 20) {
            let nines = Double(step) / 20
            // Beyond one in as many as were measured there is nothing to say.
            guard nines <= log10(Double(max(1, latency.times.count))),
                let time = latency.times.value(atPercentile: 100 - pow(10, 2 - nines))
            else { break }
            points.append((Self.x(nines: nines), y(microseconds: time.microseconds)))
        }
        guard let last = points.last else { return }
        svg.line(points, color: color, width: 2)
        svg.text(latency.name, last.x + 6, last.y + 4, color: color)
    }

    private static func x(nines: Double) -> Double {
        left + nines / Self.nines * (width - left - right)
    }

    private func y(microseconds: Double) -> Double {
        let position = log10(max(microseconds, 0.1)) - Double(powers.lowerBound)
        let share = max(0, position / Double(powers.upperBound - powers.lowerBound))
        return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
    }

}
