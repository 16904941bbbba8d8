import Foundation

/// The cost of the counter as a service: the program as packaged for Debian 13, with its libraries, from its start
/// until it reports READY=1. The references are the project's own limits.
enum ServiceBenchmarks {
    /// Carillon's folder.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let names = ["start.ready", "start.memory", "binary.size"]

    static func rows() throws -> [Row] {
        #if arch(x86_64)
            let program = try build()
            let size = try FileManager.default.attributesOfItem(atPath: program.path)[.size] as? Int ?? 0
            let starts = try (1...41).map { _ in try Start(of: program, root: root()) }
            return [
                Row(name: names[0], unit: "ms", value: starts.map(\.milliseconds).quantile(0.5), reference: 12),
                Row(name: names[1], unit: "MB", value: starts.map(\.megabytes).quantile(0.5), reference: 20),
                Row(name: names[2], unit: "bytes", value: Double(size), reference: 6_000_000),
            ]
        #else
            Progress.notice("\(names.joined(separator: ", ")): measured on amd64 only")
            return []
        #endif
    }

    /// Builds the counter's package, and returns the program in it.
    private static func build() throws -> URL {
        let folder = package.appendingPathComponent(".build/benchmark")
        try run(
            "dpkg-deb", "--extract",
            run("Tools/package/make-package", "amd64", "counter"),
            folder.path)
        return folder.appendingPathComponent("usr/bin/counter")
    }

    /// The root of Debian 13 with the program's libraries.
    private static func root() throws -> String { try run("Tools/debian13/sdk") + "/amd64" }

    /// Runs a command in the package's folder and returns its output.
    @discardableResult
    static func run(_ arguments: String...) throws -> String { try run(arguments) }

    /// Runs a command in the package's folder and returns its output.
    static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = package
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CommandFailed(command: arguments.joined(separator: " ")) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    struct CommandFailed: Error, CustomStringConvertible {
        let command: String
        var description: String { "\(command) has failed" }
    }
}

/// One start of a service.
private struct Start {
    /// The time from its start to its READY=1.
    let milliseconds: Double
    /// The resident memory when it is ready.
    let megabytes: Double

    init(of program: URL, root: String) throws {
        let path = "/tmp/carillon-\(getpid())"
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(socket)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

        // Runs with Debian 13's loader and libraries directly, because entering their root would take time.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: root + "/usr/lib64/ld-linux-x86-64.so.2")
        process.arguments = [
            "--library-path", root + "/usr/lib/x86_64-linux-gnu:" + root + "/usr/libexec/swift/lib/swift/linux",
            program.path, "--board", "simulated", "--sound", "none",
        ]
        process.environment = ["NOTIFY_SOCKET": path]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let clock = ContinuousClock()
        let start = clock.now
        try process.run()
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, 10_000)
        var message = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &message, message.count, Int32(MSG_DONTWAIT))
        milliseconds = (clock.now - start) / .milliseconds(1)
        guard message.prefix(max(0, count)).starts(with: "READY=1".utf8) else {
            process.terminate()
            throw ServiceBenchmarks.CommandFailed(command: program.path)
        }
        let memory = try String(contentsOfFile: "/proc/\(process.processIdentifier)/smaps_rollup", encoding: .utf8)
        let resident = memory.split(separator: "\n").first { $0.hasPrefix("Rss:") }
        megabytes = (Double(resident?.filter(\.isNumber) ?? "") ?? .nan) * 1024 / 1_000_000
        process.terminate()
        process.waitUntilExit()
    }
}
