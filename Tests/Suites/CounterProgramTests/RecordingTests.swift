import CarillonSession
import Foundation
import TestSupport
import Testing

/// The counter with `--record`.
@Suite struct RecordingTests {
    private static let quiet = ["--board", "simulated", "--sound", "none"]

    private let folder: TemporaryFolder
    private var file: String { folder.file("session.carillon") }
    private var ring: String { folder.file("Sessions/ring.carillon") }

    init() throws { folder = try TemporaryFolder() }

    /// Runs the counter as a service does, with a state directory.
    private func runService(_ script: String, _ arguments: [String] = ["--record-ring"]) throws -> Int32 {
        try ProgramRun.status(of: "export STATE_DIRECTORY='\(folder.path)'; \(script)", Self.quiet + arguments)
    }

    private func edges(_ session: StoredSession) -> Int {
        session.entries.filter { if case .edge = $0.input { true } else { false } }.count
    }

    @Test func sessionContainsItsHeaderAndItsInputs() throws {
        let run = try ProgramRun(Self.quiet + ["--record", file], input: "plus\nplus\nminus\n")
        expectEqual(run.output, ["count 1", "count 2", "count 1"])
        #expect(run.notices.contains("counter: recording in \(file)"))
        let session = try SessionFile(path: file).session(numbered: nil).replayable()
        expectEqual(session.header.program, "counter")
        expectEqual(session.header.board, "simulated")
        expectEqual(session.header.wiring, "counter.yaml")
        #expect(try session.header.wiringText == text(of: "Boards/wirings/counter.yaml"))
        expectEqual(session.header.inputs, ["button plus", "button minus"])
        #expect(session.header.wallClock > 1_700_000_000)
        expectEqual(try edges(SessionFile(path: file).session(1)), 6)
    }

    @Test func programReplaysASessionAndExportsItAsATest() throws {
        let script = "plus\nplus\nminus\nminus\nminus\nplus\n"
        expectEqual(try ProgramRun(Self.quiet + ["--record", file], input: script).status, 0)
        let replay = try ProgramRun(["--replay", file])
        expectEqual(replay.status, 0)
        expectEqual(replay.output.first?.contains(" inputs and 6 events in "), true)
        expectEqual(replay.output.first?.hasSuffix(" s: no difference"), true)
        // Whole milliseconds.
        let seconds = try #require(replay.output.first?.split(separator: " ").first { $0.contains(".") })
        #expect(seconds.split(separator: ".")[1].count <= 3)
        let test = try ProgramRun(["--export", file])
        expectEqual(test.status, 0)
        #expect(test.output.contains("@testable import counter"))
        let body = test.output.drop { !$0.contains("let bench") }.prefix { !$0.hasPrefix("    }") }
        expectEqual(
            body.map { $0.trimmingCharacters(in: .whitespaces) },
            [
                "let bench = try Bench(wiring: \"counter\", makeCounter)",
                "for _ in 1...2 { try bench.press(\"plus\") }", "for _ in 1...3 { try bench.press(\"minus\") }",
                "try bench.press(\"plus\")", "#expect(bench.model == 1)",
            ])
    }

    @Test func stateDirectoryMayBeARelativePath() throws {
        let script = "cd '\(folder.path)'; export STATE_DIRECTORY=.; echo plus | \"$0\" \"$@\""
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--record-ring"]), 0)
        #expect(FileManager.default.fileExists(atPath: ring))
    }

    @Test func existingFileIsRefusedAndKept() throws {
        try "precious".write(toFile: file, atomically: true, encoding: .utf8)
        let run = try ProgramRun(Self.quiet + ["--record", file], input: "plus\n")
        expectEqual(run.notices, ["counter: \"\(file)\" exists; remove it, or record in another file"])
        expectEqual(run.status, 2)
        expectEqual(try String(contentsOfFile: file, encoding: .utf8), "precious")
    }

    @Test func programThatCannotStartLeavesNoFile() throws {
        let run = try ProgramRun(
            ["--board", "simulated", "--sound", "hw:77,7", "--record", file], input: "plus\n")
        expectEqual(run.status, 2)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func serviceKeepsItsSessionsInARingOfConstantSize() throws {
        for _ in 1...3 { expectEqual(try runService("printf 'plus\\n' | \"$0\" \"$@\""), 0) }
        let file = try SessionFile(path: folder.path)
        expectEqual(file.sessions, [1, 2, 3])
        expectEqual(try file.sessions.map { edges(try file.session(numbered: $0)) }, [2, 2, 2])
        let attributes = try FileManager.default.attributesOfItem(atPath: ring)
        #expect(attributes[.size] as? Int == 1 << 20)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func fileInThePlaceOfTheRingIsRefusedAndKept() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Sessions", withIntermediateDirectories: true)
        try "precious".write(toFile: ring, atomically: true, encoding: .utf8)
        expectEqual(try runService("printf 'plus\\n' | \"$0\" \"$@\""), 2)
        expectEqual(try String(contentsOfFile: ring, encoding: .utf8), "precious")
    }

    @Test func secondProgramDoesNotRecordInTheSameRing() throws {
        let second =
            "until [ -s '\(ring)' ]; do :; done; printf 'minus\\n' | \"$0\" \"$@\"; echo $? >'\(folder.path)/second'"
        let script = "(printf 'plus\\n'; \(second); printf 'plus\\n') 2>&1 | \"$0\" \"$@\""
        _ = try runService(script)
        expectEqual(try String(contentsOfFile: "\(folder.path)/second", encoding: .utf8), "2\n")
        expectEqual(try SessionFile(path: ring).sessions, [1])
    }

    /// The thread passes inputs to the kernel a quarter of a second later.
    @Test func killedProgramLeavesItsInputsInTheFile() throws {
        let killed =
            "mkfifo '\(folder.path)/in'; \"$0\" \"$@\" <'\(folder.path)/in' & exec 3>'\(folder.path)/in'; "
            + "printf 'plus\\n' >&3; until [ $(wc -c <'\(file)') -gt 8191 ]; do :; done; kill -9 $!; wait $!"
        expectEqual(try ProgramRun.status(of: killed, Self.quiet + ["--record", file]), 128 + SIGKILL)
        let session = try SessionFile(path: file).session(numbered: nil)
        #expect(session.header != nil)
        #expect(!session.entries.isEmpty)
    }

    /// The last inputs before a fault are the most useful ones. The thread alone would look for them up to 250 ms later.
    @Test(.handlesItsOwnSignals, arguments: [SIGSEGV, SIGABRT, SIGBUS])
    func crashedProgramLeavesItsLastInputsInTheFile(signal: Int32) throws {
        // Swift's own report of a fault would take seconds.
        let script =
            "export SWIFT_BACKTRACE=enable=no; cd '\(folder.path)'; mkfifo in out; "
            + "\"$0\" \"$@\" <in >out & exec 3>in 4<out; "
            + "for press in 1 2; do printf 'plus\\n' >&3; read line <&4; done; kill -\(signal) $!; wait $!"
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--record", file]), 128 + signal)
        let session = try SessionFile(path: file).session(numbered: nil)
        #expect(edges(session) >= 3)
        // The event log of the first press: the second one may end while the loop is still at it.
        #expect(session.eventLog.count >= 2)
    }

    @Test(.handlesItsOwnSignals) func fullDiskIsReportedOnceAndTheProgramContinues() throws {
        let notices = "\(folder.path)/notices"
        let output = "\(folder.path)/output"
        let script = "ulimit -f 4; printf 'plus\\nwait 1 s\\nplus\\n' | \"$0\" \"$@\" 2>'\(notices)' >'\(output)'"
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--record", file]), 1)
        let lines = try String(contentsOfFile: notices, encoding: .utf8).split(separator: "\n")
        expectEqual(lines.filter { $0.contains("cannot write \"\(file)\": File too large") }.count, 1)
        expectEqual(try String(contentsOfFile: output, encoding: .utf8), "count 1\ncount 2\n")
    }
}
