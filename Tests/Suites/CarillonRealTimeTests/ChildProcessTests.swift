import Glibc
import TestSupport
import Testing

@testable import CarillonRealTime

/// Programs that are started: what they inherit, and how they end.
@Suite struct ChildProcessTests {
    /// Runs a shell, and returns what it has written, and its end.
    private func run(
        _ script: String, environment: [String] = [], blocked: [Int32] = [], yields: Bool = false,
        memory: Int? = nil
    ) throws -> (output: String, end: ChildProcess.End) {
        let (input, pipe) = (try ProcessPipe(), try ProcessPipe())
        let process = try ChildProcess(
            "sh", ["-c", "read line; \(script)"], environment: environment, input: .descriptor(input.readingEnd),
            output: .descriptor(pipe.writingEnd), blocked: blocked, yields: yields, memory: memory)
        pipe.closeWritingEnd()
        write(input.writingEnd, "go\n", 3)
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while case let count = read(pipe.readingEnd, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
        return (String(decoding: text, as: UTF8.self), process.wait())
    }

    @Test func endOfProcessIsReported() throws {
        expectEqual(try run("exit 0").end, .exited(status: 0))
        expectEqual(try run("exit 3").end, .exited(status: 3))
        expectEqual(try run("kill -SEGV $$").end, .killed(signal: SIGSEGV))
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
        expectEqual(try run("readlink /proc/self/fd/2").output, "/dev/null\n")
    }

    @Test func ignoredAndBlockedSignalsAreNotInherited() throws {
        let script = "grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f 2"
        let pending = String(repeating: "0", count: 16)
        let lines = try run("trap - PIPE; \(script)").output.split(separator: "\n")
        expectEqual(lines.first, pending[...])
        // SIGTERM is 15.
        #expect(try run(script, blocked: [SIGTERM]).output.hasPrefix("0000000000004000\n"))
    }

    @Test func givenVariableReplacesTheInheritedOne() throws {
        expectEqual(try run("echo $HOME", environment: ["HOME=/elsewhere"]).output, "/elsewhere\n")
    }

    @Test(.knowsItsProcesses) func processThatYieldsIsScheduledAsBatch() throws {
        // The policy is the 41st field of proc(5)'s stat; SCHED_BATCH is 3.
        let script = "cut -d ' ' -f 41 /proc/self/stat"
        expectEqual(try run(script, yields: true).output, "3\n")
        expectEqual(try run(script).output, "0\n")
    }

    @Test(.knowsItsProcesses) func memoryOfProcessIsLimited() throws {
        // ulimit prints KiB.
        expectEqual(try run("ulimit -d", memory: 64 << 20).output, "65536\n")
        let greedy = "x=$(head -c 80000000 /dev/zero | tr '\\0' x); echo ${#x}"
        #expect(try run(greedy, memory: 64 << 20).output.isEmpty)
    }

    @Test func waitForARunningProcessTimesOutAndEachLaterWaitReportsItsEnd() throws {
        let process = try ChildProcess("sleep", ["100"])
        expectEqual(process.wait(atMost: .milliseconds(20)), nil)
        process.kill()
        expectEqual(process.wait(atMost: .seconds(60)), .killed(signal: SIGKILL))
        #expect(process.wait(atMost: .zero) == .killed(signal: SIGKILL) && process.wait() == .killed(signal: SIGKILL))
        // The process of this id may be another one now.
        process.kill()
        expectEqual(process.wait(), .killed(signal: SIGKILL))
    }
}
