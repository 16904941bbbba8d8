import Foundation

/// A run of the real `counter`, from its arguments and standard input to its exit status.
struct ProgramRun {
    let output: [String]
    let notices: [String]
    let status: Int32

    /// Runs the program until it exits.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - input: The standard input: a pipe, or a file with this content.
    ///   - program: The program's file.
    init(
        _ arguments: [String] = [], input: String = "", inputIsFile: Bool = false,
        program: URL = folderOfBinaries.appendingPathComponent("counter")
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let (output, notices) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, notices)
        if inputIsFile {
            let file = try TemporaryFile(input)
            process.standardInput = try FileHandle(forReadingFrom: file.url)
            try process.run()
        } else {
            let pipe = Pipe()
            process.standardInput = pipe
            // A write to a program that has ended would raise SIGPIPE, unless another reader has the pipe open.
            let reader = fcntl(pipe.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
            defer { close(reader) }
            try process.run()
            pipe.fileHandleForWriting.write(Data(input.utf8))
            try pipe.fileHandleForWriting.close()
        }
        self.output = Self.lines(output)
        self.notices = Self.lines(notices)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Runs the program until it has responded to the press of a button, and then sends it `signal`.
    init(_ arguments: [String], interruptedBy signal: Int32) throws {
        let process = Process()
        // If the parent process ignores the signal (nohup), the program would inherit that.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["--default-signal", Self.folderOfBinaries.appendingPathComponent("counter").path] + arguments
        let (input, output, notices) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, notices)
        try process.run()
        input.fileHandleForWriting.write(Data("minus\n".utf8))
        let answer = output.fileHandleForReading.availableData
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        self.output = String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
        self.notices = Self.lines(notices)
        status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// Returns the exit status of `script`, a line of shell for which `$0` is the program and `$@` are `arguments`.
    static func status(of script: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, folderOfBinaries.appendingPathComponent("counter").path] + arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = Pipe()
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit
            ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// The folder of the test bundle and of the programs that were built with it.
    static let folderOfBinaries = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    private static func lines(_ pipe: Pipe) -> [String] {
        String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }
}

/// A file that is removed with its last reference.
final class TemporaryFile {
    let url: URL
    var path: String { url.path }

    init(_ contents: String, name: String = "file") throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent(name)
        try Data(contents.utf8).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}

/// The project's own folder.
let projectFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Returns the text of a file of the project.
func text(of path: String) throws -> String {
    try String(contentsOf: projectFolder.appendingPathComponent(path), encoding: .utf8)
}
