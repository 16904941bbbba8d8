import Foundation

/// The time from a press on the counter's page to the changed number in the document, and the time until a tab shows the
/// board, in headless Chromium. The references are the project's own limits.
enum PagePress {
    private static let limits = ["page.press.dom.p50": 12.0, "page.press.dom.p99": 25, "page.tab": 500]

    static let names = limits.keys.sorted()

    /// Without a browser or the server's library, there are no rows, and the script says so.
    static func rows() throws -> [Row] {
        try ServiceBenchmarks.run("make", ".build/release/counter")
        let output = try ServiceBenchmarks.run("CARILLON_PROGRAMS=.build/release", "python3", "Tests/Page/measure.py")
        let times = try JSONDecoder().decode([String: Double].self, from: Data(output.utf8))
        return names.compactMap { name in
            times[name].map { Row(name: name, unit: "ms", value: $0, reference: limits[name]) }
        }
    }
}
