import Foundation

/// Another program of the package, run to its end.
public struct Program {
    public let status: Int32
    public let output: String
    public let errors: String

    /// - Parameters:
    ///   - name: What the package calls it.
    ///   - arguments: For the program.
    ///   - wrapper: A command that starts the one that follows it.
    public init(_ name: String, _ arguments: [String], wrapper: [String] = []) throws {
        let path = Self.folderOfBinaries.appendingPathComponent(name).path
        let (output, errors) = (Foundation.Pipe(), Foundation.Pipe())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = wrapper + [path] + arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Where the test bundle lies, and beside it the programs that were built with it.
    private static let folderOfBinaries = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// What the probe found, by its names.
    public static func probe(_ mode: String) throws -> [String: Int] {
        let lines = try Program("RealTimeProbe", [mode]).output.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), Int($0[1])!) })
    }

    /// Starts what follows without the privileges that real-time threads need, which root has.
    public static let unprivileged: [String] =
        (getuid() == 0 ? ["setpriv", "--bounding-set", "-sys_nice,-ipc_lock"] : [])
        + ["prlimit", "--rtprio=0", "--memlock=65536"]
}
