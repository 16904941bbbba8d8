import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Foundation

@testable import carillon

extension Terminal {
    /// A pipe.
    static let plain = Terminal(width: 80, height: nil, isColored: false)
}

/// A file that is there as long as somebody holds this.
final class TemporaryFile {
    let path: String

    /// - Parameter text: What is in it; nil if it is not there yet.
    init(_ text: String?, ending: String = "yaml") throws {
        path = "/tmp/carillon-\(UUID().uuidString).\(ending)"
        if let text { try text.write(toFile: path, atomically: false, encoding: .utf8) }
    }

    deinit { unlink(path) }

    var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

/// A run of the real `carillon`, to its end.
struct ToolRun {
    let output: String
    let notices: String
    let status: Int32

    /// - Parameters:
    ///   - arguments: What stands behind the program's name.
    ///   - input: What it reads.
    ///   - environment: What is changed in the environment.
    ///   - folder: The folder in which it runs; nil for that of the tests.
    init(
        _ arguments: String..., input: String = "", environment: [String: String] = [:], in folder: String? = nil
    ) throws {
        try self.init(arguments, input: input, environment: environment, in: folder)
    }

    /// - Parameter path: Where standard output goes; nil keeps it.
    init(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], in folder: String? = nil,
        output path: String? = nil
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("carillon")
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (standardInput, output, notices) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (standardInput, output, notices)
        if let path { process.standardOutput = FileHandle(forWritingAtPath: path) }
        // Who writes to a program that has ended is ended by SIGPIPE, unless somebody could still read.
        let reader = fcntl(standardInput.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
        defer { close(reader) }
        try process.run()
        // What nobody writes to would not end.
        if path != nil { try output.fileHandleForWriting.close() }
        standardInput.fileHandleForWriting.write(Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.notices = String(decoding: notices.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}

extension Wiring {
    /// The connections of a wiring that is written here.
    static func connections(_ text: String, on board: BoardDescription) throws -> [Connection] {
        let file = try TemporaryFile(text)
        return try Wiring.file(file.path).connections(on: board)
    }
}

/// A folder with a file in it, that is there as long as somebody holds this.
final class TemporaryFolder {
    let path: String

    init(file: String, _ text: String) throws {
        path = "/tmp/carillon-\(UUID().uuidString)"
        let url = URL(fileURLWithPath: "\(path)/\(file)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
