import CarillonAppliance
import CarillonRealTime
import Glibc

/// A plot of percentiles in SVG: rarer cases to the right, longer times upwards.
///
/// It is the plot known from HdrHistogram. Its x axis counts nines, so that the rare late cases, which an average
/// hides, take most of the width.
struct PercentilePlot {
    private static let (width, height) = (760.0, 440.0)
    private static let (left, right, top, bottom) = (70.0, 110.0, 74.0, 46.0)
    private static let nameHeight = 18.0
    private static let (grid, faint) = ("#e9ecef", "#868e96")
    /// Colours that are dark enough on white, and distinguishable with colour blindness.
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
        svg.text("Latency of a real-time queue", Self.left, 30, size: 18, isBold: true)
        svg.text("microseconds, by percentile", Self.left, 50, color: Self.faint)
        drawGrid(into: &svg)
        let curves = latencies.map(points)
        for (curve, color) in zip(curves, Self.colors) { svg.line(curve, color: color, width: 2.5) }
        drawNames(of: curves, into: &svg)
        return svg.document(width: Self.width, height: Self.height)
    }

    private func drawGrid(into svg: inout SVG) {
        let (start, end) = (Self.left, Self.width - Self.right)
        let bottom = Self.height - Self.bottom
        for (index, title) in ["0%", "90%", "99%", "99.9%", "99.99%", "99.999%"].enumerated() {
            let x = Self.x(nines: Double(index))
            svg.line([(x, Self.top), (x, bottom)], color: Self.grid)
            svg.text(title, x, bottom + 20, anchor: .middle, color: Self.faint)
        }
        for power in powers {
            let y = y(microseconds: pow(10, Double(power)))
            svg.line([(start, y), (end, y)], color: Self.grid)
            let title = power < 0 ? "0.1" : "1" + String(repeating: "0", count: power)
            svg.text(title, start - 8, y + 4, anchor: .end, color: Self.faint)
        }
    }

    private func points(of latency: Latency) -> [(x: Double, y: Double)] {
        var points: [(x: Double, y: Double)] = []
        for step in 0...Int(Self.nines * 20) {
            let nines = Double(step) / 20
            // The curve ends at one in the number of samples.
            guard nines <= log10(Double(max(1, latency.times.count))),
                let time = latency.times.value(atPercentile: 100 - pow(10, 2 - nines))
            else { break }
            points.append((Self.x(nines: nines), y(microseconds: time.microseconds)))
        }
        return points
    }

    /// Draws the names at the curves' ends. The names are kept apart, because curves often end close together.
    private func drawNames(of curves: [[(x: Double, y: Double)]], into svg: inout SVG) {
        let ends = curves.map { $0.last?.y ?? 0 }
        let x = (curves.compactMap { $0.last?.x }.max() ?? 0) + 8
        let heights = Self.spread(ends, distance: Self.nameHeight)
        for index in curves.indices where !curves[index].isEmpty {
            svg.text(
                latencies[index].name, x, heights[index] + 4, size: 13, color: Self.colors[index], isBold: true)
        }
    }

    /// Returns the heights moved apart to at least `distance`, in the same order and near the original ones.
    static func spread(_ heights: [Double], distance: Double) -> [Double] {
        let order = heights.indices.sorted { heights[$0] < heights[$1] }
        var spread = heights
        for (before, after) in zip(order, order.dropFirst()) {
            spread[after] = max(spread[after], spread[before] + distance)
        }
        // All heights move up again by half of the largest move down.
        let moved = zip(spread, heights).map(-).max() ?? 0
        return spread.map { $0 - moved / 2 }
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
