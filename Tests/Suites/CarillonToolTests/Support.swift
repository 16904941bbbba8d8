import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Foundation

@testable import CarillonAppliance
@testable import CarillonTool

extension Terminal {
    /// The size and colours of a pipe.
    static let plain = Terminal(width: 80, height: nil, isColored: false)
}

/// A file that is removed with its last reference.
final class TemporaryFile {
    let path: String

    /// - Parameter text: The content of the file; nil for a file that does not exist yet.
    init(_ text: String?, ending: String = "yaml") throws {
        path = "/tmp/carillon-\(UUID().uuidString).\(ending)"
        if let text { try text.write(toFile: path, atomically: false, encoding: .utf8) }
    }

    deinit { unlink(path) }

    var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

/// A run of the real `carillon`, until it exits.
struct ToolRun {
    let output: String
    let notices: String
    let status: Int32

    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - input: The standard input.
    ///   - environment: The changes of the environment.
    ///   - folder: The folder in which the program runs; nil for that of the tests.
    init(
        _ arguments: String..., input: String = "", environment: [String: String] = [:], in folder: String? = nil
    ) throws {
        try self.init(arguments, input: input, environment: environment, in: folder)
    }

    /// - Parameter path: The file for standard output; nil collects the output.
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
        // A write to a program that has ended would raise SIGPIPE, unless another reader has the pipe open.
        let reader = fcntl(standardInput.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
        defer { close(reader) }
        try process.run()
        // The pipe has to be closed if no program writes to it. Otherwise reading would not end.
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
    /// Returns the connections of a wiring, given as text.
    static func connections(_ text: String, on board: BoardDescription) throws -> [PinConnection] {
        let file = try TemporaryFile(text)
        return try Wiring.file(file.path).connections(on: board)
    }
}

/// A folder with one file, which is removed with its last reference.
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
