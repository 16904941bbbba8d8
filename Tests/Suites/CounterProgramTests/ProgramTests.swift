import Foundation
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

/// The real program on this machine, whatever its hardware.
@Suite struct ProgramTests {
    private static let script = "plus\nplus\nminus\nminus\nminus\n"
    private static let quiet = ["--board", "simulated", "--sound", "none"]

    /// The test of the README compares a pipe with its quotation.
    @Test func scriptMayBeReadFromAFile() throws {
        let run = try ProgramRun(Self.quiet, input: Self.script, inputIsFile: true)
        expectEqual(run.output, ["count 1", "count 2", "count 1", "count 0", "sound alert"])
        expectEqual(run.status, 0)
    }

    @Test func soundIsWrittenSampleForSample() throws {
        let file = try TemporaryFile("", name: "heard.wav")
        let run = try ProgramRun(["--board", "simulated", "--sound", "file:\(file.path)"], input: Self.script)
        expectEqual(run.status, 0)
        let heard = try samples(of: file.url)
        let alert = try samples(of: projectFolder.appendingPathComponent("Sounds/alert.wav"))
        let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
        let right = stride(from: 1, to: heard.count, by: 2).map { heard[$0] }
        let begin = try #require(left.firstIndex { $0 != 0 }) - alert.prefix { $0 == 0 }.count
        let passages = [left, right].map { Array($0[begin...].prefix(alert.count)) }
        let isExact = passages == [alert, alert]
        #expect(isExact)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func signalCausesACleanShutdown(signal: Int32) throws {
        let file = try TemporaryFile("", name: "heard.wav")
        let run = try ProgramRun(["--board", "simulated", "--sound", "file:\(file.path)"], interruptedBy: signal)
        expectEqual(run.output, ["sound alert"])
        expectEqual(run.status, 0)
        #expect(try samples(of: file.url).count > 0)
        let folder = file.url.deletingLastPathComponent().path
        expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder), ["heard.wav"])
    }

    @Test func programReportsItsBoardInOneLine() throws {
        let run = try ProgramRun(Self.quiet)
        expectEqual(run.notices, ["counter: running on a simulated board, ordinary priority, sound: none"])
        expectEqual(run.status, 0)
    }

    @Test(.enabled(if: DeviceTree.model == nil, "this machine is a board"))
    func programWithoutAKnownBoardRunsOnASimulatedOneAndReportsIt() throws {
        let run = try ProgramRun(["--sound", "none"], input: "plus")
        expectEqual(
            run.notices.first, "counter: no device tree; running on the simulated board")
        expectEqual(run.output, ["count 1"])
    }

    @Test func versionsOfProgramAndCarillonArePrinted() throws {
        let run = try ProgramRun(["--version"])
        #expect(run.status == 0 && run.notices.isEmpty)
        #expect(run.output.first?.wholeMatch(of: /counter .+, Carillon \d+\.\d+\.\d+/) != nil)
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["CARILLON_EMULATOR"] == nil,
            "what is emulated has not begun after some milliseconds"))
    func signalInTheFirstMillisecondsEndsTheProgramCleanlyOrAtOnce() throws {
        for milliseconds in 1...40 {
            let script = "exec timeout --preserve-status -s TERM \(Double(milliseconds) / 1000) \"$0\" \"$@\""
            #expect(try [0, 128 + SIGTERM].contains(ProgramRun.status(of: script, Self.quiet)))
        }
    }

    static let streams: [Row<String, Int32>] = [
        Row("a program without input runs", "\"$0\" \"$@\" <&-", 0),
        Row("a program without output and errors runs", "printf 'plus\\nplus\\n' | \"$0\" \"$@\" >&- 2>&-", 0),
        Row("lost output is a failure", "printf 'plus\\n' | \"$0\" \"$@\" >/dev/full 2>/dev/null", 1),
        Row("unreadable input is a failure", "\"$0\" \"$@\" </tmp 2>/dev/null", 1),
        Row("input that is not text is a mistake", "\"$0\" \"$@\" </dev/zero 2>/dev/null", 2),
    ]

    @Test(arguments: streams) func exitStatusDependsOnTheStandardStreams(row: Row<String, Int32>) throws {
        expectEqual(try ProgramRun.status(of: row.given, Self.quiet), row.expected, sourceLocation: row.place)
    }

    @Test(.handlesItsOwnSignals) func recordingThatCannotGrowIsKeptAndTheProgramFails() throws {
        let file = try TemporaryFile("", name: "heard.wav")
        let script = "ulimit -f 100; printf 'minus\\nwait 2 s\\n' | \"$0\" \"$@\""
        let sound = ["--board", "simulated", "--sound", "file:\(file.path)"]
        expectEqual(try ProgramRun.status(of: script, sound), 1)
        #expect(try samples(of: file.url).contains { $0 != 0 })
        let folder = file.url.deletingLastPathComponent().path
        expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder), ["heard.wav"])
    }

    @Test(.handlesItsOwnSignals) func recordingWithoutRoomForASoundDoesNotReplaceAnEarlierOne() throws {
        let file = try TemporaryFile("", name: "heard.wav")
        let sound = ["--board", "simulated", "--sound", "file:\(file.path)"]
        expectEqual(try ProgramRun(sound, input: "minus\n").status, 0)
        let earlier = try Data(contentsOf: file.url)
        expectEqual(try ProgramRun.status(of: "ulimit -f 4; printf 'minus\\n' | \"$0\" \"$@\"", sound), 1)
        expectEqual(try Data(contentsOf: file.url), earlier)
        let folder = file.url.deletingLastPathComponent().path
        expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder), ["heard.wav"])
    }

    @Test(arguments: 5...8)
    func programWithTooFewDescriptorsReportsItAndFails(limit: Int) throws {
        let notices = try TemporaryFile("", name: "notices")
        let script = "exec </dev/null 2>\(notices.path); ulimit -n \(limit); exec \"$0\" \"$@\""
        expectEqual(try ProgramRun.status(of: script, Self.quiet), 1)
        let notice = try String(contentsOf: notices.url, encoding: .utf8)
        #expect(notice.contains("Too many open files"))
        #expect(!notice.contains("install"))
    }

    @Test func libraryWithoutItsFunctionsIsReported() throws {
        let library = try TemporaryFile("", name: "libsndfile.so.1")
        try FileManager.default.removeItem(at: library.url)
        try FileManager.default.createSymbolicLink(
            atPath: library.path, withDestinationPath: mathematicsLibrary())
        let folder = library.url.deletingLastPathComponent().path
        let notices = try TemporaryFile("", name: "notices")
        let script = "LD_LIBRARY_PATH=\(folder) \"$0\" \"$@\" 2>\(notices.path)"
        expectEqual(try ProgramRun.status(of: script, Self.quiet), 2)
        let notice = try String(contentsOf: notices.url, encoding: .utf8)
        #expect(notice.contains("libsndfile.so.1 has no sf_"))
    }

    /// Returns the path of a library that the loader has found and that is not libsndfile.
    private func mathematicsLibrary() throws -> String {
        let maps = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps")).readToEnd() ?? Data()
        let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        let line = try #require(lines.first { $0.contains("/libm.so") || $0.contains("/libm-") })
        return String(line[try #require(line.firstIndex(of: "/"))...])
    }

    /// Another program with the same stream has made it non-blocking, and the reader is slow.
    @Test func outputToAFullPipeIsNotLost() throws {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        let stream = output.fileHandleForWriting.fileDescriptor
        _ = fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) | O_NONBLOCK)
        let filling = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while write(stream, filling, filling.count) > 0 {}
        process.executableURL = ProgramRun.folderOfBinaries.appendingPathComponent("counter")
        process.arguments = Self.quiet
        let input = try TemporaryFile("plus\nplus\n")
        (process.standardInput, process.standardOutput) = (try FileHandle(forReadingFrom: input.url), output)
        process.standardError = errors
        try process.run()
        try output.fileHandleForWriting.close()
        var notices = errors.fileHandleForReading.availableData  // it runs
        // Without waiting, the program would end here.
        var ended = pollfd(fd: errors.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        expectEqual(poll(&ended, 1, 1_000), 0)
        let shown = output.fileHandleForReading.readDataToEndOfFile()
        notices += errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        expectEqual(String(decoding: shown, as: UTF8.self).split(separator: "\n"), ["count 1", "count 2"])
        expectEqual(String(decoding: notices, as: UTF8.self).split(separator: "\n").count, 1)
        expectEqual(process.terminationStatus, 0)
    }

    @Test func simulatedBoardHasNothingToMakeSafe() throws {
        let run = try ProgramRun(Self.quiet + ["--safe"])
        #expect(run.notices.isEmpty)
        #expect(run.output.isEmpty)
        expectEqual(run.status, 0)
    }

    @Test func outputsThatCannotBeMadeSafeAreReported() throws {
        let run = try ProgramRun(["--safe", "--board", "raspberry-pi-4b"])
        #expect(run.notices.first?.hasPrefix("counter: no GPIO chip \"pinctrl-bcm2711\"") ?? false)
        expectEqual(run.status, 2)
    }

    @Test(arguments: [
        ("GPIO27", "GPIO99", ":8:17: no line \"GPIO99\" on simulated; expected one of: GPIO2, "),
        ("GPIO27", "GPIO17", ":8:17: line \"GPIO17\" is already wired at line 7"),
        ("GPIO27,", "GPIO27", ":8:28: while parsing a flow mapping: did not find expected ',' or '}'"),
        ("alert.wav", "silence.wav", ":20:10: no sound file \"silence.wav\" beside the wiring or in Sounds/"),
        ("alert.wav", "counter.yaml", "counter.yaml\" ("),
        ("alert.wav", "/dev/null", "/dev/null\""),
        ("leds:", "lamps:", ":10:1: unknown key \"lamps\"; expected one of: buttons, encoders, "),
    ])
    func mistakeInAWiringIsReportedWithItsPosition(right: String, wrong: String, message: String) throws {
        let wiring = try String(
            contentsOf: projectFolder.appendingPathComponent("Boards/wirings/counter.yaml"), encoding: .utf8)
        let file = try TemporaryFile(wiring.replacingOccurrences(of: right, with: wrong), name: "counter.yaml")
        let run = try ProgramRun(["--wiring", file.path] + Self.quiet, input: "plus\n")
        let notice = try #require(run.notices.last)
        #expect(notice.hasPrefix("counter: \(file.path):"))
        #expect(notice.contains(message))
        expectEqual(run.status, 2)
    }

    @Test func installedProgramReadsItsOwnDataAndReportsTheRealPathOfItsWiring() throws {
        let wiring = try TemporaryFile("buttons: {plus: GPIO99}", name: "wiring.yaml")
        let prefix = wiring.url.deletingLastPathComponent().resolvingSymlinksInPath()
        let program = prefix.appendingPathComponent("bin/counter")
        let boards = prefix.appendingPathComponent("share/counter/Boards")
        let files = FileManager.default
        for folder in [program.deletingLastPathComponent(), boards.appendingPathComponent("wirings")] {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try files.copyItem(at: ProgramRun.folderOfBinaries.appendingPathComponent("counter"), to: program)
        try files.copyItem(
            at: projectFolder.appendingPathComponent("Boards/simulated.yaml"),
            to: boards.appendingPathComponent("own.yaml"))
        try files.createSymbolicLink(
            at: boards.appendingPathComponent("wirings/counter.yaml"), withDestinationURL: wiring.url)
        let run = try ProgramRun(["--board", "own", "--sound", "none"], program: program)
        #expect(
            run.notices.first?.hasPrefix("counter: \(prefix.path)/wiring.yaml:1:17: no line \"GPIO99\" on own") ?? false
        )
    }

    @Test(
        arguments: [
            ("plus\nhorn\nminus\n", ["count 1"], "2: no button \"horn\"; expected one of: plus, minus"),
            (
                "\nwait\n", [],
                "2: invalid time \"\"; use a number and its unit (us, ms, s, min or h); for example, wait 500 ms"
            ),
        ] as [(String, [String], String)])
    func mistakeInAScriptIsReportedWithItsLine(script: String, output: [String], message: String) throws {
        let run = try ProgramRun(Self.quiet, input: script)
        expectEqual(run.output, output)
        let errors = run.notices.filter { !$0.hasPrefix("counter: running on ") }
        expectEqual(errors, ["counter: standard input:\(message)"])
        expectEqual(run.status, 2)
    }

    @Test func helpIsPrintedOnStandardOutput() throws {
        let run = try ProgramRun(["--help"])
        expectEqual(
            run.output.prefix(2),
            [
                "usage: counter [--board NAME] [--sound DEVICE] [--microphone DEVICE]",
                "       [--wiring FILE] [--clock TIME] [--safe] [--version]",
            ])
        expectEqual(run.output.filter { $0.count > 80 }, [])
        #expect(run.output.joined(separator: "\n").contains("[--broker ADDRESS] [--broker-credentials FOLDER]"))
        #expect(run.output.joined(separator: " ").contains("rock-5b, simulated "))
        #expect(run.notices.isEmpty)
        expectEqual(run.status, 0)
    }

    @Test func programDrawsItsWiring() throws {
        let run = try ProgramRun(["--pinout", "--board", "raspberry-pi-4b"])
        #expect(run.output.contains { $0.contains("button plus") })
        expectEqual(run.status, 0)
        let folder = try TemporaryFolder()
        let picture = ["--pinout", "--svg", folder.file("counter.svg"), "--board", "raspberry-pi-4b"]
        expectEqual(try ProgramRun(picture).status, 0)
        #expect(try String(contentsOfFile: folder.file("counter.svg"), encoding: .utf8).hasPrefix("<svg"))
        let other = try TemporaryFile("mine")
        let refused = try ProgramRun(["--pinout", "--svg", other.path])
        expectEqual(refused.notices.last?.hasSuffix("exists and was not drawn by carillon; choose another name"), true)
        expectEqual(refused.status, 2)
    }

    /// Returns the samples of a 16-bit WAV file whose data chunk is the last one.
    private func samples(of url: URL) throws -> [Int16] {
        let data = try Data(contentsOf: url)
        let chunk = try #require(data.range(of: Data("data".utf8)))
        let length = data[chunk.upperBound...].prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let bytes = [UInt8](data[(chunk.upperBound + 4)...].prefix(length))
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    /// A pipe that nobody reads is full after 64 KiB.
    @Test(arguments: ["notices", "/dev/null", "full"])
    func fullPipeBlocksNeitherTheLoopNorTheEndOfTheProgram(notices: String) throws {
        let folder = try TemporaryFolder()
        let script = """
            cd \(folder.path); mkfifo full; exec 3<>full; head -c 65536 /dev/zero >&3
            printf 'plus\\nminus\\n' | timeout -s KILL 60 "$0" "$@" >&3 2>\(notices)
            """
        expectEqual(try ProgramRun.status(of: script, Self.quiet), 1)
        guard notices == "notices" else { return }
        let text = try String(contentsOfFile: folder.file(notices), encoding: .utf8)
        #expect(text.hasSuffix("counter: nobody read the output; lines that are lost: 2\n"))
    }

    @Test func errorOfAnEffectIsPrintedAsANotice() throws {
        let run = try ProgramRun(
            ["--board", "simulated", "--sound", "none"], input: String(repeating: "plus\n", count: 6),
            program: ProgramRun.folderOfBinaries.appendingPathComponent("ServiceProbe"))
        let notice = try #require(run.notices.last)
        #expect(notice.hasPrefix("ServiceProbe: the effect of the route at ServiceProbe/main.swift:"))
        #expect(notice.hasSuffix(" failed: DiskIsFull(); `catching:` makes an error an event"))
        expectEqual(run.notices.count, 2)
        expectEqual(run.status, 0)
    }
}
