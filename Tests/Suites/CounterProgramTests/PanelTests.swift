import Foundation
import TestSupport
import Testing

/// The panel in a terminal, and the state of the terminal after the panel ends.
@Suite(.handlesItsOwnSignals) struct PanelTests {
    @Test(arguments: [SIGILL, SIGABRT, SIGQUIT, SIGUSR1])
    func fatalSignalRestoresTheTerminal(signal: Int32) throws {
        let panel = try PanelRun("counter")
        defer { panel.end() }
        try panel.waitForNotice(containing: "running on")
        panel.type("+")
        panel.waitForOutput(containing: "count 1")
        #expect(!panel.echoes)
        panel.send(signal)
        expectEqual(panel.waitForEnd(), -signal)
        #expect(panel.isAsBefore)
    }

    @Test func quitKeyWorksAndTheStopKeyIsDisabled() throws {
        let panel = try PanelRun("counter")
        defer { panel.end() }
        panel.waitForOutput(containing: "[q] quit")
        expectEqual(panel.key(VQUIT), 0x1c)
        expectEqual(panel.key(VSUSP), 0)
        panel.type("q")
        expectEqual(panel.waitForEnd(), 0)
        #expect(panel.isAsBefore)
    }

    @Test func hangingLoopIsAbortedByASignalOneSecondAfterTheFirst() throws {
        let panel = try PanelRun("ServiceProbe")
        defer { panel.end() }
        panel.type("-")
        try panel.waitForNotice(containing: "hangs")
        while panel.isRunning { panel.send(SIGINT) }
        expectEqual(panel.waitForEnd(), -SIGABRT)
        try panel.waitForNotice(containing: "did not end after a termination signal; aborting")
        #expect(panel.isAsBefore)
    }

    @Test func hangingLoopIsAbortedWhenItDoesNotEndInTime() throws {
        let panel = try PanelRun("ServiceProbe")
        defer { panel.end() }
        panel.type("-")
        try panel.waitForNotice(containing: "hangs")
        panel.send(SIGTERM)
        expectEqual(panel.waitForEnd(), -SIGABRT)
        #expect(panel.isAsBefore)
    }
}

/// A program in a terminal of its own.
private final class PanelRun {
    private let terminal: Int32
    private let program: Int32
    private let before: termios
    private let process = Process()
    private let errors = Pipe()
    private var output = ""
    private var notices = ""

    init(_ name: String) throws {
        var (terminal, program, settings) = (Int32(), Int32(), termios())
        try #require(openpty(&terminal, &program, nil, nil, nil) == 0)
        tcgetattr(program, &settings)
        (self.terminal, self.program, before) = (terminal, program, settings)
        // If the parent process ignores signals (nohup, a job in the background), the program would inherit that.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "--default-signal", ProgramRun.folderOfBinaries.appendingPathComponent(name).path, "--board", "simulated",
            "--sound", "none",
        ]
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = FileHandle(fileDescriptor: program)
        process.standardOutput = FileHandle(fileDescriptor: program)
        process.standardError = errors
        try ServiceManagerStandIn.withoutBlockedSignals { try process.run() }
    }

    var settings: termios {
        var settings = termios()
        tcgetattr(program, &settings)
        return settings
    }

    var echoes: Bool { settings.c_lflag & tcflag_t(ECHO) != 0 }
    /// Compares what `termios` has, and not the bytes between, which mean nothing.
    var isAsBefore: Bool {
        func numbers(_ settings: termios) -> [UInt32] {
            [
                settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag, settings.c_ispeed,
                settings.c_ospeed,
            ] + withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
        }
        return numbers(settings) == numbers(before)
    }

    /// Returns the character of a key, by its index in `c_cc`; 0 stands for none.
    func key(_ place: Int32) -> UInt8 { withUnsafeBytes(of: settings.c_cc) { $0[Int(place)] } }

    func type(_ key: String) { _ = key.withCString { write(terminal, $0, 1) } }

    func waitForOutput(containing text: String) {
        while !output.contains(text) {
            var bytes = [UInt8](repeating: 0, count: 4096)
            output += String(decoding: bytes[..<max(0, read(terminal, &bytes, bytes.count))], as: UTF8.self)
        }
    }

    func waitForNotice(containing text: String) throws {
        while !notices.contains(text) {
            let bytes = errors.fileHandleForReading.availableData
            try #require(!bytes.isEmpty, "it only said: \(notices)")
            notices += String(decoding: bytes, as: UTF8.self)
        }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    var isRunning: Bool { process.isRunning }

    /// Waits for the end of the program.
    ///
    /// - Returns: The exit status; minus the signal's number if a signal ended it.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    func end() {
        if process.isRunning { send(SIGKILL) }
        process.waitUntilExit()
        close(terminal)
        close(program)
    }
}
