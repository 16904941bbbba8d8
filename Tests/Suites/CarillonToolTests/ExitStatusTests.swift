import CarillonAppliance
import CarillonAudio
import CarillonDevices
import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonTool

/// The rule of Documentation/Tool.md for exit statuses and streams, for all commands and their options.
@Suite struct ExitStatusTests {
    private static let names = Commands.all.map { $0.name }

    /// The options of all commands that take a value.
    private static let valueOptions = Commands.all.flatMap { command in
        Set(command.help.matches(of: /(--[a-z0-9-]+) [A-Z]{2,}/).map { String($0.1) }).sorted().map {
            (command.name, $0)
        }
    }

    /// The options of all commands.
    private static let options = Commands.all.flatMap { command in
        Set(command.help.matches(of: /\n {2,4}(--[a-z0-9-]+)/).map { String($0.1) }).sorted().map { (command.name, $0) }
    }

    /// Expects a mistake of the user: a line on standard error, and nothing else.
    private func expectMistake(_ arguments: [String], _ status: Int32 = 2) throws {
        let run = try ToolRun(arguments)
        expectEqual(run.status, status, "\(arguments): \(run.notices)")
        #expect(run.output.isEmpty, "\(arguments): \(run.output)")
        let isLine = run.notices.hasSuffix("\n") && run.notices.split(separator: "\n").count == 1
        #expect(isLine && run.notices.hasPrefix("carillon: "), "\(arguments): \(run.notices)")
    }

    @Test(arguments: names) func helpIsPrintedOnStandardOutput(name: String) throws {
        let first = try ToolRun(name, "--help")
        #expect(first.output.hasPrefix("usage: carillon \(name)"))
        for arguments in [[name, "--help"], ["help", name], [name, "-h"]] {
            let run = try ToolRun(arguments)
            expectEqual(run.status, 0)
            expectEqual(run.output, first.output)
            expectEqual(run.notices, "")
        }
    }

    @Test(arguments: names) func unknownArgumentIsAUsageError(name: String) throws {
        try expectMistake([name, "--nonsense"])
        try expectMistake([name, "-z"])
        try expectMistake([name] + Array(repeating: "/nowhere/file", count: 12) + ["--nonsense"])
    }

    @Test(arguments: valueOptions) func optionWithoutItsValueIsAUsageError(command: String, option: String) throws {
        try expectMistake([command, option])
    }

    @Test(arguments: options) func rightOptionIsSuggestedForAMisspeltOne(command: String, option: String) throws {
        let run = try ToolRun([command, option + "x"])
        expectEqual(run.status, 2)
        #expect(run.notices.contains("did you mean \"\(option)\"?"), "\(run.notices)")
    }

    @Test(arguments: [
        ["check", "/nowhere/a.yaml"], ["check", "--wiring", "/nowhere/a.yaml"],
        ["check", "/dev/null", "--board", "nonsense"],
        ["pinout", "nonsense"], ["pinout", "raspberry-pi-5", "--wiring", "/nowhere/a.yaml"],
        ["pinout", "raspberry-pi-5", "--svg", "/etc/passwd"], ["monitor", "--wiring", "/nowhere/a.yaml"],
        ["doctor", "--wiring", "/nowhere/a.yaml"], ["session", "show", "/nowhere/a.carillon"],
        ["session", "test", "/etc/passwd"], ["session", "show", "/dev/null"], ["play", "/nowhere/a.wav"],
        ["play", "/etc/passwd", "--sound", "none"], ["tone", "nonsense"], ["say"], ["completion", "nonsense"],
        ["new", "No Name"], ["new", "box", "--example", "nonsense"], ["new", "box", "--hat", "nonsense"],
        ["new", "box", "--carillon", "/nowhere"], ["fleet", "--broker", "nonsense://"],
        ["latency", "--samples", "nonsense"],
        ["tone", "--sound", "hw:77,7"], ["monitor", "--board", "raspberry-pi-5", "GPIO17"],
        ["nonsense"], ["help", "nonsense"], ["--nonsense"],
    ])
    func usageErrorIsPrintedAsALineOnStandardError(arguments: [String]) throws { try expectMistake(arguments) }

    /// Programs and commands have the status of an error from the same function.
    @Test(
        arguments: [
            (Failure("no folder"), 1), (UsageError("no option"), 2),
            (GPIOError.system(operation: "open", errno: 5), 1),
            (GPIOError.noChip(label: "a", present: []), 2), (GPIOError.noPermission(path: "/dev/a", group: nil), 2),
            (AudioOutputError.noSoundCard(device: "default"), 2), (AudioOutputError.busy(device: "a", owners: []), 2),
            (AudioOutputError.lost(device: "a", reason: "gone"), 1),
            (AudioOutputError.cannotWrite(file: "a.wav", reason: "full"), 1),
            (SpeechError.unknownVoice("xx"), 2), (SpeechError.tooSlow(program: "espeak-ng"), 1),
            (BoardError.unknownBoard(name: "a", known: []), 2), (SVGFileError.unusable("a"), 2),
            (SVGFileError.unwritten("a"), 1),
        ] as [(any Error, Int32)])
    func exitStatusDistinguishesFailuresOfTheSystemFromCorrectableErrors(error: any Error, status: Int32) {
        expectEqual(ExitStatus.of(error), status)
    }

    @Test(arguments: [
        ["--help"], ["--version"], ["boards"], ["pinout", "raspberry-pi-5"], ["pinout", "--help"],
        ["completion", "bash"], ["sounds"],
    ])
    func fullStandardOutputIsReportedAsAFailure(arguments: [String]) throws {
        let run = try ToolRun(arguments, output: "/dev/full")
        expectEqual(run.status, 1)
        expectEqual(run.notices, "carillon: cannot write standard output: No space left on device\n")
    }
}
