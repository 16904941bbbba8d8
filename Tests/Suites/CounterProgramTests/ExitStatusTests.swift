import Foundation
import TestSupport
import Testing

/// The rule of Documentation/Tool.md for exit statuses and streams, for all options of programs.
@Suite struct ExitStatusTests {
    private static let quiet = ["--board", "simulated", "--sound", "none"]

    /// The options in the first lines of the help, with the words for their arguments.
    private static let options: [(name: String, argument: String)] = {
        let help = (try? ProgramRun(["--help"]).output) ?? []
        let usage = help.prefix { !$0.isEmpty }.joined(separator: " ")
        return usage.matches(of: /\[(--[a-z-]+)( \[?[A-Z]+\]?)?\]/).map { (String($0.1), String($0.2 ?? "")) }
    }()

    private func expectMistake(_ arguments: [String], input: String = "") throws {
        let run = try ProgramRun(arguments, input: input)
        expectEqual(run.status, 2, "\(arguments): \(run.notices)")
        #expect(run.output.isEmpty, "\(arguments): \(run.output)")
        let errors = run.notices.filter { !$0.hasPrefix("counter: running on ") }
        #expect(errors.count == 1 && errors[0].hasPrefix("counter: "), "\(arguments): \(run.notices)")
    }

    @Test func helpListsTheOptionsOfTheProgram() {
        #expect(Self.options.count > 15)
        #expect(Self.options.contains { $0 == ("--clock", " TIME") })
    }

    @Test func optionWithoutItsArgumentIsAUsageError() throws {
        for option in Self.options where !option.argument.isEmpty && !option.argument.contains("[") {
            try expectMistake([option.name])
        }
    }

    @Test func rightOptionIsSuggestedForAMisspeltOne() throws {
        for option in Self.options {
            let run = try ProgramRun([option.name + "x"])
            expectEqual(run.status, 2)
            expectEqual(run.notices, ["counter: unknown option \"\(option.name)x\"; did you mean \"\(option.name)\"?"])
        }
    }

    @Test func argumentForAnOptionWithoutOneIsAUsageError() throws {
        for option in Self.options where option.argument.isEmpty {
            let run = try ProgramRun(["\(option.name)=x"])
            expectEqual(run.status, 2)
            expectEqual(run.notices, ["counter: \(option.name) takes no argument; see --help"])
        }
    }

    @Test(arguments: [
        ["--sound", "nonsense:"], ["--svg", "/tmp/a.svg"], ["--replay", "/nowhere/a.carillon"],
        ["--replay", "/proc/version"], ["--export", "/etc/passwd"], ["--broker", "nonsense://"],
        ["--check", "--wiring", "/nowhere/a.yaml"],
        ["--pinout", "--wiring", "/nowhere/a.yaml"], ["--pinout", "--board", "nonsense"],
        ["--safe", "--board", "nonsense"],
        ["--clock", "25:00"], ["--clock", "nonsense"], ["--clock", "2026-02-30 10:00"],
    ])
    func usageErrorIsPrintedAsALineOnStandardError(arguments: [String]) throws {
        try expectMistake((arguments.contains("--board") ? [] : Self.quiet) + arguments)
    }

    /// Arguments, and the notice about them. A notice without its end has a "…" there.
    static let mistakes: [Row<[String], String>] = [
        Row("a board must be known", ["--board", "nope"], "unknown board \"nope\"; expected one of: …"),
        Row(
            "a board must be this machine", ["--board", "raspberry-pi-4b"],
            "this machine is not the board \"raspberry-pi-4b\": no GPIO chip \"pinctrl-bcm2711\"…"),
        Row("a sound card must exist", ["--sound", "hw:77,7"], "cannot open sound device \"hw:77,7\": no …"),
        Row(
            "a recording must have a folder", ["--sound", "file:/nowhere/heard.wav"],
            "cannot write \"/nowhere/heard.wav\": no folder…"),
        Row(
            "a wiring must be a file", ["--wiring", "/nowhere/counter.yaml"],
            "/nowhere/counter.yaml: cannot open the file: No such file…"),
        Row(
            "a program must not record and replay", ["--record", "a", "--replay", "b"],
            "--record and --replay exclude each other; see --help"),
        Row(
            "a program must not replay and export", ["--replay", "a", "--export", "b"],
            "--replay and --export exclude each other; see --help"),
        Row(
            "a ring needs a service", ["--record-ring"],
            "--record-ring needs the state directory of a service (StateDirectory=); use --record FILE"),
        Row("an argument needs an option", ["hello"], "unexpected argument \"hello\"; see --help"),
        Row("an option must be known", ["--colour"], "unknown option \"--colour\"; see --help"),
        Row("a board needs its name", ["--board"], "--board needs an argument; see --help"),
        Row("there are no short options", ["-x"], "unknown option \"-x\"; see --help"),
        Row("the first of several short options is reported", ["-xy"], "unknown option \"-x\"; see --help"),
        Row("a broker needs its address", ["--broker"], "--broker needs an argument; see --help"),
        Row(
            "credentials need a broker", ["--broker-credentials", "/tmp"],
            "--broker-credentials needs --broker; see --help"),
        Row(
            "a broker needs a program with a fleet", ["--broker", "mqtt://127.0.0.1"],
            "a broker needs a program with a fleet: Board.run(wiring:fleet:_:) with fleet: .homeAssistant"),
        Row(
            "a port must be in range", ["--page=80000"], "--page cannot be \"80000\": expected a port from 0 to 65535"),
        Row(
            "a port after a blank must be in range", ["--page", "80000"],
            "--page cannot be \"80000\": expected a port from 0 to 65535"),
        Row("a port must be a number", ["--page=box"], "--page cannot be \"box\": expected a port from 0 to 65535"),
        Row("a word after the page is not a port", ["--page", "box"], "unexpected argument \"box\"; see --help"),
        Row("control needs a page", ["--page-control"], "--page-control needs --page; see --help"),
        Row("an address needs a page", ["--page-address", "127.0.0.1"], "--page-address needs --page; see --help"),
        Row(
            "an address of a page needs its argument", ["--page-address"],
            "--page-address needs an argument; see --help"),
        Row(
            "an address of all networks needs names", ["--page", "--page-address", "0.0.0.0"],
            "--page-address cannot be \"0.0.0.0\": expected the machine's names, too: 0.0.0.0,box.local"),
        Row(
            "a name must not be empty", ["--page", "--page-address", "127.0.0.1,"],
            "--page-address cannot be \"127.0.0.1,\": expected ADDRESS or ADDRESS,NAME"),
        Row(
            "names must follow an address", ["--page", "--page-address", "box.local"],
            "--page-address cannot be \"box.local\": expected an address before the names, such as 0.0.0.0,box.local"),
        Row(
            "a name must not have a port", ["--page", "--page-address", "127.0.0.1,box.local:80"],
            "--page-address cannot be \"127.0.0.1,box.local:80\": expected names such as box.local, without a port"),
    ]

    @Test(arguments: mistakes) func mistakeIsReportedInOneLine(row: Row<[String], String>) throws {
        let board = row.given[0] == "--board" ? [] : ["--board", "simulated"]
        let sound = row.given[0] == "--sound" ? [] : ["--sound", "none"]
        let run = try ProgramRun(board + sound + row.given, input: "plus\n")
        let message = "counter: \(row.expected)"
        if message.hasSuffix("…") {
            expectEqual(run.notices.count, 1, sourceLocation: row.place)
            let isReported = run.notices.first?.hasPrefix(message.dropLast()) == true
            #expect(isReported, "\(run.notices)", sourceLocation: row.place)
        } else {
            expectEqual(run.notices, [message], sourceLocation: row.place)
        }
        expectEqual(run.output, [], sourceLocation: row.place)
        expectEqual(run.status, 2, sourceLocation: row.place)
    }

    @Test func faultsOfAWiringArePrintedOnStandardOutput() throws {
        let folder = try TemporaryFolder()
        let check = ["--check", "--board", "raspberry-pi-4b"]
        for (text, fault) in [
            ("buttons: {plus: GPIO99}\n", "1:17: no line \"GPIO99\" on raspberry-pi-4b; expected one of: "),
            ("buttons: [\n", ""),
            ("buttons: {plus: GPIO5, minus: {line: GPIO6, active: up}}\n", "1:53: active must be low or high"),
        ] {
            let file = try folder.write(text, to: "wiring.yaml")
            let run = try ProgramRun(check + ["--wiring", file])
            expectEqual(run.status, 1)
            expectEqual(run.output.count, 1)
            expectEqual(run.output.first?.hasPrefix("\(file):\(fault)"), true, "\(run.output)")
            expectEqual(run.notices, [])
            // A program needs the wiring.
            try expectMistake(Self.quiet + ["--wiring", file])
        }
        let own = try ProgramRun(check)
        expectEqual(own.output.last?.hasSuffix("counter.yaml: a wiring that fits raspberry-pi-4b"), true)
        expectEqual(own.status, 0)
    }

    @Test func clockCanBeSetOnASimulatedBoardOnly() throws {
        for board in ["raspberry-pi-4b", "simulated"] {
            let run = try ProgramRun(["--board", board, "--sound", "none", "--clock", "06:59"])
            expectEqual(run.status, (board == "simulated" ? 0 : 2))
        }
    }

    @Test(arguments: [["--help"], ["--version"], ["--pinout"], ["--check", "--board", "raspberry-pi-4b"]])
    func resultIsPrintedOnStandardOutput(arguments: [String]) throws {
        let run = try ProgramRun(arguments)
        expectEqual(run.status, 0)
        #expect(!run.output.isEmpty)
        #expect(run.notices.isEmpty)
        expectEqual(try ProgramRun.status(of: "\"$0\" \"$@\" >/dev/full", arguments), 1)
    }
}
