import Foundation
import TestSupport
import Testing

/// When a program that drives an output ends, the output is off, as far as this can be observed without a separate
/// kernel.
@Suite(.handlesItsOwnSignals)
struct SafeStateTests {
    @Test(arguments: ["recursion-on-main", "recursion-on-queue", "recursion-on-thread", "recursion-on-pool"])
    func stackOverflowTurnsTheOutputOff(where thread: String) throws {
        let probe = try Probe(ending: thread)
        defer { probe.end() }
        expectEqual(probe.waitForEnd(), -SIGSEGV)
        #expect(try !probe.isOn)
    }

    @Test(arguments: [("trap", -SIGILL), ("abort", -SIGABRT), ("file-size", -SIGXFSZ), ("exit", 3), ("quick-exit", 3)])
    func programThatEndsByItselfTurnsTheOutputOff(how: String, status: Int32) throws {
        let probe = try Probe(ending: how)
        defer { probe.end() }
        expectEqual(probe.waitForEnd(), status)
        #expect(try !probe.isOn)
    }

    @Test(arguments: Probe.endingSignals)
    func signalThatEndsTheProgramTurnsTheOutputOff(signal: Int32) throws {
        let probe = try Probe(ending: "wait")
        defer { probe.end() }
        probe.waitForWord()
        #expect(try probe.isOn)
        probe.send(signal)
        expectEqual(probe.waitForEnd(), -signal)
        #expect(try !probe.isOn)
    }

    @Test(arguments: ["child-exit", "child-signal", "handler-before", "handler-after"])
    func runningProgramKeepsTheOutputOn(how: String) throws {
        let probe = try Probe(ending: how)
        defer { probe.end() }
        probe.waitForWord()
        #expect(try probe.isOn)
    }
}

/// DeviceProbe with files as its output, in the shape of the kernel's `/sys/class/pwm`.
private final class Probe {
    /// All signals whose default action ends a process, except SIGKILL. The C library handles the second real-time
    /// signal itself once there is a second thread.
    static let endingSignals = (1...64).map(Int32.init).filter {
        ![SIGKILL, SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, 33].contains($0)
    }

    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var channel: URL { root.appendingPathComponent("pwmchip0/pwm0") }
    private let process = Process()
    private let errors = Pipe()

    init(ending: String) throws {
        try FileManager.default.createDirectory(at: channel, withIntermediateDirectories: true)
        for name in ["period", "duty_cycle", "enable"] {
            try Data().write(to: channel.appendingPathComponent(name))
        }
        let probe = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("DeviceProbe")
        // If the parent process ignores signals (nohup, a job in the background), the probe would inherit that.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal", probe.path, "pwm", root.path, ending]
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        process.standardError = errors
        try process.run()
    }

    /// Whether the last text written switches the output on.
    var isOn: Bool {
        get throws {
            try String(contentsOf: channel.appendingPathComponent("duty_cycle"), encoding: .utf8).hasPrefix("1000000")
        }
    }

    /// Waits until the probe has written to standard error.
    func waitForWord() { _ = errors.fileHandleForReading.availableData }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end of the probe.
    ///
    /// - Returns: The exit status; minus the signal's number if a signal ended it.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    func end() {
        send(SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: root)
    }
}
