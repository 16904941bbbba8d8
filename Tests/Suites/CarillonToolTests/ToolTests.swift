import Foundation
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonTool

/// The commands as programs: their exit statuses and their output.
@Suite struct ToolTests {
    @Test func manualPageDescribesEveryCommand() throws {
        let page = URL(fileURLWithPath: #filePath).appendingPathComponent(
            "../../../../Tools/package/carillon/manpage.1")
        let described = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
            .matches(of: /\n\.TP\n\.B ([a-z\\-]+)\n/).map { String($0.1).replacing("\\", with: "") }
        let listed = try ToolRun("--help").output.matches(of: /\n  ([a-z-]+)[ ]/).map { String($0.1) }
        expectEqual(described.sorted(), listed.sorted())
        expectEqual(listed.sorted(), Commands.all.map { $0.name }.sorted())
    }

    @Test func helpBeginsWithASentenceAndGroupsTheCommands() throws {
        let help = try ToolRun("--help").output
        #expect(help.hasPrefix("Carillon makes, checks and looks after applications for boards "))
        let paragraphs = help.split(separator: "\n\n")
        let groups = paragraphs.dropFirst(2).dropLast().map { $0.split(separator: "\n") }
        expectEqual(groups.map { String($0[0]) }, Commands.groups.map { "\($0.title):" })
        expectEqual(groups.map { $0.count - 1 }, Commands.groups.map { $0.commands.count })
    }

    @Test func toolWithoutAnArgumentPrintsItsHelp() throws {
        let run = try ToolRun()
        #expect(run.status == 0 && run.notices.isEmpty)
        #expect(try run.output == ToolRun("--help").output)
        #expect(try run.output == ToolRun("-h").output)
    }

    @Test(arguments: [
        (["chekc"], "carillon: unknown command \"chekc\"; did you mean \"check\"?\n"),
        (["help", "pinuot"], "carillon: unknown command \"pinuot\"; did you mean \"pinout\"?\n"),
        (["fly"], "carillon: unknown command \"fly\"; `carillon` lists the commands\n"),
        (["check", "--bord=x"], "carillon: check: unknown option \"--bord\"; did you mean \"--board\"?\n"),
        (
            ["pinout", "rasberry-pi-5"],
            "carillon: pinout: unknown board \"rasberry-pi-5\"; did you mean \"raspberry-pi-5\"?\n"
        ),
        (
            ["monitor", "--board", "simulatd"],
            "carillon: monitor: unknown board \"simulatd\"; did you mean \"simulated\"?\n"
        ),
        (
            ["monitor", "--board", "raspberry-pi-5", "gpio17x", "17"],
            "carillon: monitor: no line \"gpio17x\" on raspberry-pi-5; expected one of: "
        ),
        (["session", "shwo", "x"], "carillon: session: unknown view \"shwo\"; did you mean \"show\"?\n"),
        (["fleet", "wacth", "x"], "carillon: fleet: unknown action \"wacth\"; did you mean \"watch\"?\n"),
        (["tone", "--waveform", "sien"], "carillon: tone: unknown waveform \"sien\"; did you mean \"sine\"?\n"),
        (["completion", "zhs"], "carillon: completion: no completion for \"zhs\"; did you mean \"zsh\"?\n"),
        (["check", "-x"], "carillon: check: unknown option \"-x\"; see --help\n"),
        (["check", "--board"], "carillon: check: --board needs an argument; see --help\n"),
    ])
    func misspelledWordIsReportedWithTheNearestOne(arguments: [String], notice: String) throws {
        let run = try ToolRun(arguments)
        // A notice without its end goes on with the known names.
        #expect(notice.hasSuffix("\n") ? run.notices == notice : run.notices.hasPrefix(notice), "\(run.notices)")
        expectEqual(run.status, 2)
    }

    @Test(arguments: [
        (["check"], "FILE"), (["new"], "NAME"), (["play"], "FILE"), (["page"], "HOST"),
        (["session"], "show|trace|test"),
        (["session", "show"], "FILE"),
    ])
    func missingArgumentIsNamed(arguments: [String], name: String) throws {
        let run = try ToolRun(arguments)
        let command = arguments[0]
        expectEqual(run.notices, "carillon: \(command): missing argument \(name); see --help\n")
        expectEqual(run.status, 2)
    }

    @Test func versionIsPrinted() throws {
        let run = try ToolRun("--version")
        #expect(run.output.hasPrefix("carillon 0."))
        expectEqual(run.status, 0)
    }

    @Test func malformedBoardIsReportedAndTheOthersAreListed() throws {
        let folder = try TemporaryFolder(file: "Boards/broken.yaml", "title: [")
        let run = try ToolRun("boards", environment: ["CARILLON_PATH": folder.path])
        expectEqual(run.status, 0)
        #expect(run.output.contains("\n  raspberry-pi-5        Raspberry Pi 5\n"))
        #expect(run.notices.hasPrefix("carillon: \(folder.path)/Boards/broken.yaml:2:1: "))
    }

    @Test func boardOfTheUsersIsListed() throws {
        let board = "title: my board\ncompatible: me,mine\ngpio: g\nsound: default\nheader: raspberry-pi-40"
        let folder = try TemporaryFolder(file: "Boards/mine.yaml", board)
        let run = try ToolRun("pinout", "mine", environment: ["CARILLON_PATH": folder.path])
        #expect(run.output.hasPrefix("my board\n"))
    }

    @Test func pictureIsDrawnIntoANewOrEmptyFileOrOverAnEarlierPicture() throws {
        let picture = try TemporaryFile(nil, ending: "svg")
        let empty = try TemporaryFile("", ending: "svg")
        for (board, file) in [("raspberry-pi-5", picture), ("beagleplay", picture), ("beagleplay", empty)] {
            expectEqual(try ToolRun("pinout", board, "--svg", file.path).status, 0)
        }
        for file in [picture, empty] {
            expectEqual(file.text?.hasPrefix(SVG.signature), true)
            expectEqual(file.text?.contains(">BeaglePlay<"), true)
        }
    }

    @Test func foreignFileIsNotOverwritten() throws {
        let mine = try TemporaryFile("<svg>mine</svg>", ending: "svg")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--svg", mine.path)
        expectEqual(run.status, 2)
        expectEqual(mine.text, "<svg>mine</svg>")
        #expect(run.notices.contains("exists and was not drawn by carillon"))
    }

    @Test(arguments: [("/dev/null", 2), ("/tmp", 2), ("/nowhere/a.svg", 1)] as [(String, Int32)])
    func pictureIsNotWrittenToAPathThatCannotBeAFile(path: String, status: Int32) throws {
        expectEqual(try ToolRun("pinout", "raspberry-pi-5", "--svg", path).status, status)
    }

    @Test func wiringThatDoesNotFitIsReportedWithItsPosition() throws {
        let wiring = try TemporaryFile("leds:\n  a: P9_12\n")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--wiring", wiring.path)
        expectEqual(run.status, 2)
        #expect(run.notices.hasPrefix("carillon: pinout: \(wiring.path):2:6: no line \"P9_12\" on raspberry-pi-5"))
    }
}
