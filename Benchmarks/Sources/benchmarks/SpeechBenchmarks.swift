import Foundation

/// The time from the request to say a text to its first sample, on one processor, with espeak-ng's files in memory. The
/// references are the project's own limits.
enum SpeechBenchmarks {
    static let names = ["speech.start"]

    /// Without espeak-ng there are no rows.
    static func rows(_ form: Form) throws -> [Row] {
        guard (try? ServiceBenchmarks.run("sh", "-c", "command -v espeak-ng")) != nil else { return [] }
        try ServiceBenchmarks.run("swift", "build", "-c", "release", "--product", "SpeechMeter")
        let count = form == .full ? "200" : "50"
        let output = try ServiceBenchmarks.run("taskset", "--cpu-list", "0", ".build/release/SpeechMeter", count)
        let figures = try JSONDecoder().decode([String: Double].self, from: Data(output.utf8))
        return ["p50", "p99"].compactMap { share in
            figures[share].map { Row(name: "speech.start.\(share)", unit: "ms", value: $0, reference: 150) }
        }
    }
}
