import Foundation

/// The times, the memory and the CPU time of a player with an MP3 file of an hour, and the times of the first sound of a
/// stream and of a microphone's event. The references are the project's own limits, and the CPU time of mpg123.
enum PlayerBenchmarks {
    static let names = ["player", "stream.start", "microphone.event"]

    static func rows(_ form: Form) throws -> [Row] {
        try ServiceBenchmarks.run("swift", "build", "-c", "release", "--product", "PlayerMeter")
        try ServiceBenchmarks.run("swift", "build", "-c", "release", "--product", "StreamProbe")
        let file = "/tmp/carillon-hour-\(getpid()).mp3"
        defer { unlink(file) }
        try ServiceBenchmarks.run(".build/release/StreamProbe", "write", file, "60")
        let starts = try meter("start", file, form == .full ? "200" : "30")
        let limits = [("first", 30.0), ("played", 20.0), ("bookmarked", 20.0), ("elsewhere", 100.0)]
        var rows = limits.flatMap { name, limit in shares("player.start.\(name)", of: name, starts, limit: limit) }
        let places = try meter("exact", file, "20")
        rows.append(Row(name: "player.seek.offset", unit: "frames", value: places["offset"] ?? .nan, reference: 0))
        let memory = try meter("memory", file)
        rows.append(Row(name: "player.memory", unit: "MB", value: memory["private"] ?? .nan, reference: 3))
        rows.append(Row(name: "player.memory.resident", unit: "MB", value: memory["resident"] ?? .nan))
        rows += try processorRows(file, form)
        rows += try shares("stream.start", of: "stream", meter("stream", form == .full ? "200" : "50"), limit: 300)
        let events = try meter("microphone", form == .full ? "500" : "100")
        rows += shares("microphone.event", of: "event", events, limit: 2)
        return rows
    }

    private static func shares(_ name: String, of times: String, _ figures: [String: Double], limit: Double) -> [Row] {
        ["p50", "p99"].compactMap { share in
            figures["\(times).\(share)"].map { Row(name: "\(name).\(share)", unit: "ms", value: $0, reference: limit) }
        }
    }

    /// Without mpg123 there is no row.
    private static func processorRows(_ file: String, _ form: Form) throws -> [Row] {
        guard (try? ServiceBenchmarks.run("sh", "-c", "command -v mpg123")) != nil else { return [] }
        let times = try meter("cpu", file, form == .full ? "20" : "5")
        // In milliseconds of a second of sound.
        return [
            Row(name: "player.cpu", unit: "ms", value: times["player"] ?? .nan, reference: times["mpg123"]),
            Row(name: "player.cpu.silence", unit: "ms", value: times["engine"] ?? .nan),
        ]
    }

    private static func meter(_ arguments: String...) throws -> [String: Double] {
        let output = try ServiceBenchmarks.run([".build/release/PlayerMeter"] + arguments)
        return try JSONDecoder().decode([String: Double].self, from: Data(output.utf8))
    }
}
