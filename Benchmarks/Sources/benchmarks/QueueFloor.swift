import Foundation

/// The bare C program, `queue-floor`, which lies beside this one.
enum QueueFloor {
    static func wakeUps(by kind: LatencySamples.Kind, seconds: Double) throws -> LatencySamples {
        LatencySamples(try run(kind == .hop ? "hop" : "descriptor", "\(seconds)"))
    }

    static func ticks(seconds: Double) throws -> LatencySamples {
        LatencySamples(try run("tick", "\(seconds)"))
    }

    static func flooded(seconds: Double) throws -> LatencySamples {
        LatencySamples(try run("flood", "\(seconds)"))
    }

    /// In nanoseconds an item.
    static func throughput(items: Int) throws -> Double {
        let text = String(decoding: try run("throughput", "\(items)"), as: UTF8.self)
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    private static func run(_ arguments: String...) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("queue-floor")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}

/// Other programs that keep the machine busy.
enum Stress {
    /// Runs `body` while stress-ng computes on four threads and syncs on two; without it, says so and runs it as well.
    static func during<Result>(_ body: () throws -> Result) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["stress-ng", "--cpu", "4", "--io", "2", "--quiet"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        // What is not installed ends at once.
        usleep(500_000)
        if !process.isRunning {
            FileHandle.standardError.write(
                Data("benchmarks: measured without load, as there is no stress-ng: apt install stress-ng\n".utf8))
        }
        return try body()
    }
}
