import Glibc
import TestSupport
import Testing

@testable import LinuxProcess

/// Programs that are started: what they inherit, and how they end.
@Suite struct ChildProcessTests {
    /// Runs a shell, and returns what it has written, and its end.
    private func run(
        _ script: String, environment: [String] = [], blocked: [Int32] = [], yields: Bool = false
    ) throws -> (output: String, end: ChildProcess.End) {
        let (input, pipe) = (try Pipe(), try Pipe())
        let process = try ChildProcess(
            "sh", ["-c", "read line; \(script)"], environment: environment, input: .descriptor(input.readingEnd),
            output: .descriptor(pipe.writingEnd), blocked: blocked, yields: yields)
        pipe.closeWritingEnd()
        write(input.writingEnd, "go\n", 3)
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while case let count = read(pipe.readingEnd, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
        return (String(decoding: text, as: UTF8.self), process.wait())
    }

    @Test func exitStatusIsReported() throws {
        #expect(try run("exit 0").end == .exited(status: 0))
        #expect(try run("exit 3").end == .exited(status: 3))
    }

    @Test func signalThatEndedProcessIsReported() throws {
        #expect(try run("kill -SEGV $$").end == .killed(signal: SIGSEGV))
    }

    @Test func killedProcessIsReportedToEachWaiter() throws {
        let process = try ChildProcess("sleep", ["100"])
        process.kill()
        #expect(process.wait() == .killed(signal: SIGKILL))
        process.kill()
        #expect(process.wait() == .killed(signal: SIGKILL))
    }

    @Test(.knowsItsProcesses) func missingProgramIsReported() {
        #expect(throws: ChildProcess.StartError(errno: ENOENT)) { try ChildProcess("/nonexistent/program") }
        #expect(throws: ChildProcess.StartError(errno: ENOENT)) { try ChildProcess("no-such-program-anywhere") }
    }

    @Test func onlyStandardStreamsAreInherited() throws {
        let inherited = open("/dev/null", O_RDONLY)
        defer { close(inherited) }
        let files = try run("ls /proc/self/fd").output.split(separator: "\n").compactMap { Int($0) }
        // The fourth one is the folder that ls reads.
        #expect(files.count == 4 && files.prefix(3) == [0, 1, 2])
        #expect(try run("readlink /proc/self/fd/2").output == "/dev/null\n")
    }

    @Test func ignoredAndBlockedSignalsAreNotInherited() throws {
        let script = "grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f 2"
        let pending = String(repeating: "0", count: 16)
        let lines = try run("trap - PIPE; \(script)").output.split(separator: "\n")
        #expect(lines.first == pending[...])
        // SIGTERM is 15.
        #expect(try run(script, blocked: [SIGTERM]).output.hasPrefix("0000000000004000\n"))
    }

    @Test func variableReplacesThatOfThisProcess() throws {
        #expect(try run("echo $HOME", environment: ["HOME=/elsewhere"]).output == "/elsewhere\n")
    }

    @Test(.knowsItsProcesses) func processThatYieldsIsScheduledAsBatch() throws {
        // The policy is the 41st field of proc(5)'s stat; SCHED_BATCH is 3.
        let script = "cut -d ' ' -f 41 /proc/self/stat"
        #expect(try run(script, yields: true).output == "3\n")
        #expect(try run(script).output == "0\n")
    }
}
