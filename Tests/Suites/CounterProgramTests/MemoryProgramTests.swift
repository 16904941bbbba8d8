import Foundation
import TestSupport
import Testing

/// The counter that remembers its count (Tests/Probes/MemoryProbe), as a whole program.
@Suite final class MemoryProgramTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private var file: String { "\(folder)/Memory/count.json" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs the program with a state directory.
    ///
    /// - Parameter script: A line of shell that runs `"$0" "$@"`.
    private func run(
        _ input: String, _ arguments: [String] = [], script: String = #"exec "$0" "$@""#
    ) throws -> ProgramRun {
        let probe = ProgramRun.folderOfBinaries.appendingPathComponent("MemoryProbe").path
        // Swift's backtracer can outlive the crashed program, with its output open, and then the test waits for ever.
        let environment = "export SWIFT_BACKTRACE=enable=no STATE_DIRECTORY='\(folder)'"
        return try ProgramRun(
            ["-c", "\(environment); \(script)", probe, "--board", "simulated", "--sound", "none"] + arguments,
            input: input, program: URL(fileURLWithPath: "/bin/sh"))
    }

    @Test func nextRunStartsWithTheLastModel() throws {
        expectEqual(try run("plus\nplus\n").output.last, "count 2")
        let second = try run("plus\n")
        expectEqual(second.output.last, "count 3")
        expectEqual(second.status, 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""model" : 3,"#))
    }

    @Test func killedProgramKeepsItsWrittenModel() throws {
        let kill = #"until grep -qs '"model" : 1,' '\#(file)'; do :; done; kill -KILL "$(cat '\#(folder)/pid')""#
        let script = #"(printf 'plus\n'; \#(kill)) | sh -c 'echo $$ >\#(folder)/pid; exec "$0" "$@"' "$0" "$@""#
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        expectEqual(try run("", script: script).status, 128 + SIGKILL)
        expectEqual(try run("plus\n").output.last, "count 2")
    }

    @Test func modelThatCrashesTheProgramAtEachStartIsSetAside() throws {
        let memory = "\(folder)/Memory"
        try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
        try #"{"model": 11}"#.write(toFile: file, atomically: true, encoding: .utf8)
        for _ in 1...2 { expectEqual(try run("plus\n").status, 0) }
        for _ in 1...3 { #expect(try run("plus\n").status > 2) }
        let sixth = try run("minus\n")
        expectEqual(sixth.output.last, "count 11")
        expectEqual(
            sixth.notices.first,
            #"MemoryProbe: cannot remember from "\#(file)": the program crashed at 3 starts with it; "#
                + #"kept as "count.crashed.json" for a repair"#)
        #expect(try String(contentsOfFile: "\(memory)/count.crashed.json", encoding: .utf8).contains("13"))
        expectEqual(try run("minus\n").output.last, "count 10")
    }

    @Test func refusedStartIsNotCountedAsACrash() throws {
        _ = try run("plus\n")
        // The documentation's address is on no machine.
        for _ in 1...4 { expectEqual(try run("", ["--page", "--page-address", "203.0.113.1,box"]).status, 1) }
        expectEqual(try run("plus\n").output.last, "count 2")
    }

    @Test func secondProgramIsRefused() throws {
        let output = "\(folder).output"
        defer { try? FileManager.default.removeItem(atPath: output) }
        // The first program runs until the second one has ended.
        let second = #""$0" "$@" </dev/null >'\#(output)' 2>&1; echo $? >>'\#(output)'"#
        expectEqual(try run("", script: #"(until [ -e '\#(file)' ]; do :; done; \#(second)) | "$0" "$@""#).status, 0)
        let message = #"cannot remember "count": "\#(file)" is in use by another program or loop; "#
        expectEqual(
            try String(contentsOfFile: output, encoding: .utf8),
            "MemoryProbe: \(message)stop it, or use another name\n2\n")
    }

    @Test func modelIsKeptInTheHomeFolderWithoutAService() throws {
        let home = #"unset STATE_DIRECTORY XDG_STATE_HOME; HOME='\#(folder)' exec "$0" "$@""#
        expectEqual(try run("plus\n", script: home).output.last, "count 1")
        let file = "\(folder)/.local/state/MemoryProbe/Memory/count.json"
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""model" : 1,"#))
        let state = #"unset STATE_DIRECTORY; XDG_STATE_HOME='\#(folder)/.local/state' exec "$0" "$@""#
        expectEqual(try run("plus\n", script: state).output.last, "count 2")
    }

    @Test func programWithAnUppercaseNameUsesTheNameOfItsWiring() throws {
        let program = "\(folder)/Counter"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: ProgramRun.folderOfBinaries.appendingPathComponent("MemoryProbe").path)
        let home = #"unset STATE_DIRECTORY XDG_STATE_HOME; HOME='\#(folder)' exec '\#(program)' "$@""#
        let run = try run("plus\n", script: home)
        expectEqual(run.output.last, "count 1")
        expectEqual(run.notices.first?.hasPrefix("counter: running on"), true)
        let file = "\(folder)/.local/state/counter/Memory/count.json"
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""model" : 1,"#))
    }

    @Test func folderThatCannotBeWrittenIsReportedAndTheLoopContinues() throws {
        try "".write(toFile: folder, atomically: true, encoding: .utf8)
        let run = try run("plus\n")
        expectEqual(run.output, ["count 1"])
        expectEqual(run.notices.count { $0.hasPrefix("MemoryProbe: cannot remember in ") }, 1)
    }

    @Test func sessionIsReplayedAndExportedWithItsMemory() throws {
        _ = try run("plus\nplus\n")
        let session = "\(folder)/session.carillon"
        expectEqual(try run("plus\n", ["--record", session]).output.last, "count 3")
        let before = try String(contentsOfFile: file, encoding: .utf8)
        let replay = try run("", ["--replay", session])
        expectEqual(replay.output.first?.hasSuffix(": no difference"), true)
        let test = try run("", ["--export", session]).output.map { $0.trimmingCharacters(in: .whitespaces) }
        expectEqual(
            test.drop { !$0.hasPrefix("let") }.prefix { $0 != "}" },
            [
                ##"let memory: BenchMemory = ["count": #"{ "model" : 2, "version" : 1 }"#]"##,
                #"let bench = try Bench(wiring: "counter", memory: memory, makeMemoryProbe)"#,
                #"try bench.press("plus")"#,
                "#expect(bench.model == 3)",
            ])
        expectEqual(try String(contentsOfFile: file, encoding: .utf8), before)
    }
}
