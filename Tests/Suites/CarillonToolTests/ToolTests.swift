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

    @Test func itListsTheCommandsWithoutAnArgument() throws {
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
        (["check", "-x"], "carillon: check: unknown option \"-x\"; see --help\n"),
        (["check", "--board"], "carillon: check: --board needs an argument; see --help\n"),
    ])
    func misspelledWordIsReportedWithTheNearestOne(arguments: [String], notice: String) throws {
        let run = try ToolRun(arguments)
        expectEqual(run.notices, notice)
        expectEqual(run.status, 2)
    }

    @Test func completionsKnowCommandsAndOptions() throws {
        let script = """
            source /dev/stdin
            COMP_WORDS=(carillon check --b) COMP_CWORD=2; _carillon; echo ${COMPREPLY[@]}
            COMP_WORDS=(carillon pi) COMP_CWORD=1; _carillon; echo ${COMPREPLY[@]}
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(ToolRun("completion", "bash").output.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        expectEqual(text, "--board\npinout\n")
        let options = "        check) options=(--board --wiring --help) ;;\n"
        #expect(try ToolRun("completion", "zsh").output.contains(options))
        expectEqual(try ToolRun("completion", "fish").status, 2)
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
    func placeWithoutAFileIsNotWritten(path: String, status: Int32) throws {
        expectEqual(try ToolRun("pinout", "raspberry-pi-5", "--svg", path).status, status)
    }

    @Test func wiringThatDoesNotFitIsReportedWithItsPosition() throws {
        let wiring = try TemporaryFile("leds:\n  a: P9_12\n")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--wiring", wiring.path)
        expectEqual(run.status, 2)
        #expect(run.notices.hasPrefix("carillon: pinout: \(wiring.path):2:6: no line \"P9_12\" on raspberry-pi-5"))
    }
}
