import Foundation

/// The bare C program `queue-floor`, in the folder of this program.
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

    /// The nanoseconds of an item.
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

/// A load on the machine from other processes.
enum Stress {
    /// Runs `body` while stress-ng computes on four threads and syncs on two. Without stress-ng, prints a notice and
    /// runs `body` anyway.
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
        // If stress-ng is not installed, the process ends at once.
        usleep(500_000)
        if !process.isRunning {
            Progress.notice("measured without load: stress-ng is missing; apt install stress-ng")
        }
        return try body()
    }
}
