import CarillonScheduling
import CarillonSession
import Foundation
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonTool

@Suite struct SessionCommandTests {
    /// A session of a press that another thread answers.
    private static let session: (header: Session.Header, entries: [Session.Entry], eventLog: [EventLogLine]) = {
        var header = Session.Header()
        (header.program, header.version, header.board) = ("counter", "2026-11-22 09:30:00 UTC", "simulated")
        (header.wiring, header.inputs) = ("counter.yaml", ["button plus", "button minus"])
        (header.start, header.wallClock) = (.seconds(100), 1_795_340_000)
        func time(_ milliseconds: Int) -> Duration { .seconds(100) + .milliseconds(milliseconds) }
        let entries = [
            Session.Entry(time: time(10), .edge(line: 0, .active, time: time(9), missed: 0)),
            Session.Entry(time: time(30), .timer(1, missed: 2)),
            Session.Entry(time: time(50), .event(loop: 1, run: 3, value: Array("{\"saved\":{}}".utf8))),
            Session.Entry(time: time(90), .edge(line: 0, .inactive, time: time(89), missed: 4)),
            Session.Entry(time: time(1500), .reading(line: 1, number: 7, .active)),
            Session.Entry(time: time(2000), .soundEnd(1, 0)),
        ]
        let eventLog = [
            EventLogLine(time: time(0), text: "0 start -> 0"),
            EventLogLine(time: time(10), text: "1 plus -> 1, then save"),
            EventLogLine(time: time(50), text: "2 saved -> 1"),
        ]
        return (header, entries, eventLog)
    }()

    /// Returns the bytes of a file with sessions, each with the same contents.
    static func file(
        sessions: Int = 1, limit: Int? = nil, header: Session.Header = session.header
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<sessions {
            var log = SessionLog(header, in: SessionFile(bytes), limit: limit)
            for entry in session.entries { log.append(entry) }
            for line in session.eventLog { log.append(line) }
            log.flush()
            while let write = log.nextWrite {
                bytes += repeatElement(0, count: max(0, write.offset + write.bytes.count - bytes.count))
                bytes.replaceSubrange(write.offset..<write.offset + write.bytes.count, with: write.bytes)
                log.wrote()
            }
        }
        return bytes
    }

    private static func temporary(_ bytes: [UInt8]) throws -> TemporaryFile {
        let file = try TemporaryFile("", ending: "carillon")
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        return file
    }

    @Test func sessionIsShownWithItsInputsAndItsEventsInOrder() throws {
        let file = try Self.temporary(Self.file())
        let run = try ToolRun("session", "show", file.path)
        expectEqual(
            run.output,
            """
            session 1
            program  counter of 2026-11-22 09:30:00 UTC
            board    simulated
            wiring   counter.yaml: button plus, button minus
            start    2026-11-22 09:33:20 UTC
            inputs   6 in 2.000000 s
            events   2

                  0.000000    event 0 start -> 0
                  0.010000  button plus active (1000 us ago)
                  0.010000    event 1 plus -> 1, then save
                  0.030000  timer 1, 2 ticks missed before it
                  0.050000  an event of another thread of effect 3: {"saved":{}}
                  0.050000    event 2 saved -> 1
                  0.090000  button plus inactive (1000 us ago, 4 edges missed before it)
                  1.500000  button minus found active
                  2.000000  sound 1 ended: finished

            """)
        expectEqual(run.status, 0)
    }

    @Test(arguments: [
        ("reading:rfid/cards", "04a1b2c3", "rfid/cards reads: 04a1b2c3"),
        ("clock:set", "12", "the clock is set"), ("led/lamp", "ON", "the fleet commands led/lamp: ON"),
        ("page:led/lamp", "ON", "the page sets led/lamp: ON"), ("player:events", "{}", "the player: {}"),
    ])
    func inputIsAttributedToItsSource(path: String, payload: String, text: String) {
        expectEqual(Session.Entry(time: .zero, .command(path: path, payload: payload)).text([]), text)
    }

    @Test func lastSessionOfARingOrTheNamedOneIsShown() throws {
        let folder = try TemporaryFolder(file: "Sessions/ring.carillon", "")
        let path = "\(folder.path)/Sessions/ring.carillon"
        try Data(Self.file(sessions: 3, limit: 16)).write(to: URL(fileURLWithPath: path))
        for place in [folder.path, "\(folder.path)/Sessions", path] {
            #expect(try ToolRun("session", "show", place).output.hasPrefix("session 3 (others: 1, 2)\n"))
        }
        #expect(try ToolRun("session", "show", path, "--session", "1").output.hasPrefix("session 1 (others: 2, 3)\n"))
        let run = try ToolRun("session", "show", path, "--session", "9")
        expectEqual(run.notices, "carillon: session: no session 9; the file has 1, 2, 3\n")
        expectEqual(run.status, 2)
    }

    /// The rules of the Trace Event Format for the phases that are used.
    @Test func traceFollowsTheRulesOfTheFormat() throws {
        let file = try Self.temporary(Self.file())
        let run = try ToolRun("session", "trace", file.path)
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let trace = try #require(json as? [String: Any])
        let events = try #require(trace["traceEvents"] as? [[String: Any]])
        var named: Set<Int> = []
        for event in events {
            let (track, name) = (try #require(event["tid"] as? Int), try #require(event["name"] as? String))
            #expect(event["pid"] as? Int == 1)
            switch event["ph"] as? String {
            case "M":
                #expect(["process_name", "thread_name"].contains(name))
                #expect((event["args"] as? [String: Any])?["name"] is String)
                named.insert(track)
            case "X":
                #expect(try #require(event["ts"] as? Double) >= 0)
                #expect(try #require(event["dur"] as? Double) >= 0)
            case "i":
                #expect(try #require(event["ts"] as? Double) >= 0)
                #expect(event["s"] as? String == "t")
            default: Issue.record("an unknown phase in \(event)")
            }
        }
        #expect(events.allSatisfy { named.contains($0["tid"] as? Int ?? -1) })
        let slices = events.filter { $0["ph"] as? String == "X" }
        expectEqual(slices.map { $0["ts"] as? Double }, [9000, 1_500_000])
        expectEqual(slices.map { $0["dur"] as? Double }, [80000, 500_000])
        let moments = events.filter { $0["ph"] as? String == "i" }.compactMap { $0["name"] as? String }
        #expect(moments.contains("1 plus -> 1, then save"))
        expectEqual(moments.count, 6)
    }

    @Test(arguments: [
        (["list", "x"], "unknown view \"list\"; expected one of: show, trace, test", 2),
        (["show", "x", "--program", "y"], "show takes no --program; see --help", 2),
        (["show", "x", "--session", "last"], "--session must be a number, such as 3; it is \"last\"", 2),
        (["show", "/nowhere/x"], "/nowhere/x: cannot open the file: No such file or directory", 2),
        (["show", "/dev/null"], "/dev/null: not a regular file", 2),
        (["test", "/nowhere/x"], "/nowhere/x: cannot open the file: No such file or directory", 2),
        (["trace", "/etc/passwd"], "\"/etc/passwd\" is not a session of Carillon", 2),
    ])
    func invalidInputIsReportedInOneLine(arguments: [String], message: String, status: Int32) throws {
        let run = try ToolRun(["session"] + arguments)
        expectEqual(run.notices, "carillon: session: \(message)\n")
        #expect(run.output.isEmpty)
        expectEqual(run.status, status)
    }

    /// The tests of CarillonSession and of the examples prove the program's part.
    @Test func programExportsATestOfTheLastSessionOrOfTheNamedOne() throws {
        let single = try Self.temporary(Self.file())
        let whole = try ToolRun("session", "test", single.path, "--program", "/bin/echo")
        expectEqual(whole.output, "--export \(single.path)\n")
        expectEqual(whole.status, 0)

        let file = try Self.temporary(Self.file(sessions: 3, limit: 16))
        let run = try ToolRun("session", "test", file.path, "--session", "2", "--program", "/bin/echo")
        expectEqual(run.output, "--export \(file.path)#2\n")
        expectEqual(run.notices, "carillon: session: a test of session 2; --session selects 1, 3\n")
        expectEqual(run.status, 0)
        let last = try ToolRun("session", "test", file.path, "--program", "/bin/echo")
        expectEqual(last.output, "--export \(file.path)#3\n")
        expectEqual(last.notices, "carillon: session: a test of session 3; --session selects 1, 2\n")

        expectEqual(try SessionFile.session(at: "\(file.path)#2").number, 2)
        expectEqual(try SessionFile.session(at: file.path).number, 3)
        #expect(throws: SessionError.unknownSession(9, known: [1, 2, 3])) {
            try SessionFile.session(at: "\(file.path)#9")
        }
    }

    /// A stand-in for the compiler prints its arguments.
    @Test(
        arguments: [
            (
                "APP := counter\n\ninclude ../my carillon/Tools/application.mk\n",
                "--scratch-path ../my carillon/.build "
            ),
            ("all:\n\tswift build\n", ""), (nil, ""),
        ] as [(String?, String)])
    func programIsBuiltInTheBuildFolderOfItsMakefile(makefile: String?, options: String) throws {
        let folder = try TestSupport.TemporaryFolder()
        let session = try folder.write(Self.file(), to: "monday.carillon")
        try folder.write(program: "#!/bin/sh\necho \"$@\"\n", to: "bin/swift")
        if let makefile { _ = try folder.write(makefile, to: "Makefile") }
        let path = "\(folder.path)/bin:/usr/bin:/bin"
        let run = try ToolRun("session", "test", session, environment: ["PATH": path], in: folder.path)
        expectEqual(run.output, "run --quiet \(options)counter --export \(session)\n")
    }

    /// The program of a foreign session must not become an option of the build.
    @Test(
        arguments: [
            (nil, ["--program", "/nowhere/x"], "/nowhere/x", "No such file or directory"),
            ("--package-path=/nowhere", [], "--package-path=/nowhere", "the session names no program"),
        ] as [(String?, [String], String, String)])
    func programThatCannotRunIsReportedInOneLine(
        recorded: String?, arguments: [String], program: String, reason: String
    ) throws {
        var header = Self.session.header
        if let recorded { header.program = recorded }
        let file = try Self.temporary(Self.file(header: header))
        let run = try ToolRun(["session", "test", file.path] + arguments)
        let message = "cannot run \"\(program)\": \(reason); name the program with --program PATH"
        expectEqual(run.notices, "carillon: session: \(message)\n")
        expectEqual(run.status, 1)
    }

    @Test func fileWithoutASessionIsReportedInOneLine() throws {
        for bytes in [[], [UInt8](repeating: 0, count: 8192), Array(Self.file().prefix(100))] {
            let file = try Self.temporary(bytes)
            let run = try ToolRun("session", "show", file.path)
            expectEqual(run.notices, "carillon: session: the file contains no session yet\n")
            expectEqual(run.status, 2)
        }
    }

    @Test func intactBlocksOfADamagedFileAreShown() throws {
        let bytes = Self.file()
        for damage in [50, 4096 + 50] {
            var damaged = bytes
            damaged[damage] ^= 1
            let file = try Self.temporary(damaged)
            let run = try ToolRun("session", "show", file.path)
            expectEqual(run.status, 0)
            #expect(run.output.hasPrefix(damage < 4096 ? "session 1, without its header\n" : "session 1\n"))
            #expect(run.output.contains("event 1 plus -> 1, then save"))
            expectEqual(run.output.contains("timer 1"), (damage < 4096))
        }
    }

    @Test func controlCharactersDoNotReachTheTerminal() throws {
        var log = SessionLog(Self.session.header, limit: nil)
        log.append(EventLogLine(time: .seconds(101), text: "\u{1b}[2J\u{7}"))
        log.flush()
        var bytes: [UInt8] = []
        while let write = log.nextWrite {
            bytes += write.bytes
            log.wrote()
        }
        let lines = SessionText(session: SessionFile(bytes).session(1), sessions: [1]).lines
        expectEqual(lines.last, "      1.000000    event ?[2J?")
    }
}
