import Foundation
import Testing

/// Another program of the package, run to its end.
public struct Program {
    /// The exit status; the signal's number if a signal ended the program.
    public let status: Int32
    /// The text on standard output.
    public let output: String
    /// The text on standard error.
    public let errors: String

    /// Runs a program until it exits.
    ///
    /// - Parameters:
    ///   - name: The name of the product.
    ///   - arguments: The program's arguments.
    ///   - wrapper: A command that runs the program, placed before it.
    public init(_ name: String, _ arguments: [String], wrapper: [String] = []) throws {
        let path = folderOfBinaries.appendingPathComponent(name).path
        let output = Pipe()
        // A file, because a pipe that nobody reads before the end of the output would stop the program when it is full.
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let errors = FileHandle(fileDescriptor: fileno(file))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = wrapper + [path] + arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try errors.seek(toOffset: 0)
        self.errors = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
        status = process.terminationStatus
    }

    /// Runs the probe of real-time queues, and returns its numbers by their names.
    public static func probe(_ mode: String, _ arguments: String...) throws -> [String: Int] {
        let output = try Program("RealTimeProbe", [mode] + arguments).output
        let lines = output.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), Int($0[1])!) })
    }

    /// A wrapper that runs a program without root's privileges for real-time threads.
    public static let unprivileged: [String] =
        (getuid() == 0 ? ["setpriv", "--bounding-set", "-sys_nice,-ipc_lock"] : [])
        + ["prlimit", "--rtprio=0", "--memlock=65536"]
}
