import Foundation
import Testing

@testable import CarillonDrawing
@testable import carillon

/// The commands as programs: their exit statuses and their output.
@Suite struct ToolTests {
    @Test(arguments: ["new", "boards", "pinout", "check", "monitor", "doctor", "latency", "page"])
    func everyCommandPrintsItsUsage(command: String) throws {
        let run = try ToolRun(command, "--help")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("usage: carillon \(command)"))
        #expect(try ToolRun("--help").output.contains("  \(command)"))
    }

    @Test func theManualPageDescribesEveryCommand() throws {
        let page = URL(fileURLWithPath: #filePath).appendingPathComponent(
            "../../../../Tools/package/carillon/manpage.1")
        let described = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
            .matches(of: /\n\.TP\n\.B ([a-z]+)\n/).map { String($0.1) }
        let listed = try ToolRun("--help").output.matches(of: /\n  ([a-z]+)[ ]/).map { String($0.1) }
        #expect(described.sorted() == listed.sorted())
    }

    @Test func withoutACommandItSaysWhereTheyAreListed() throws {
        let run = try ToolRun()
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.notices == "carillon: missing command; `carillon --help` lists the commands\n")
    }

    @Test(arguments: ["new", "boards", "pinout", "check", "monitor", "doctor"])
    func anOptionThatThereIsNotIsWrongUse(command: String) throws {
        let run = try ToolRun(command, "--colour")
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.notices.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        (["check"], "FILE"), (["new"], "NAME"), (["play"], "FILE"), (["page"], "HOST"),
        (["session"], "show|trace|test"),
        (["session", "show"], "FILE"),
    ])
    func theMissingArgumentIsNamed(arguments: [String], name: String) throws {
        let run = try ToolRun(arguments)
        #expect(run.notices == "carillon: \(arguments[0]): missing argument \(name); see --help\n")
        #expect(run.status == 2)
    }

    @Test func versionIsPrinted() throws {
        let run = try ToolRun("--version")
        #expect(run.output.hasPrefix("carillon 0."))
        #expect(run.status == 0)
    }

    @Test(arguments: [["boards"], ["--version"], ["--help"], ["pinout", "--help"]])
    func failedOutputIsAFailure(arguments: [String]) throws {
        let run = try ToolRun(arguments, output: "/dev/full")
        #expect(run.status == 1)
        #expect(run.notices == "carillon: cannot write standard output: No space left on device\n")
    }

    @Test func malformedBoardIsReportedAndTheOthersAreListed() throws {
        let folder = try TemporaryFolder(file: "Boards/broken.yaml", "title: [")
        let run = try ToolRun("boards", environment: ["CARILLON_PATH": folder.path])
        #expect(run.status == 0)
        #expect(run.output.contains("\n  raspberry-pi-5        Raspberry Pi 5\n"))
        #expect(run.notices.hasPrefix("carillon: \(folder.path)/Boards/broken.yaml:2:1: "))
    }

    @Test func aBoardOfTheUsersIsListed() throws {
        let board = "title: my board\ncompatible: me,mine\ngpio: g\nsound: default\nheader: raspberry-pi-40"
        let folder = try TemporaryFolder(file: "Boards/mine.yaml", board)
        let run = try ToolRun("pinout", "mine", environment: ["CARILLON_PATH": folder.path])
        #expect(run.output.hasPrefix("my board\n"))
    }

    @Test func aPictureIsDrawnIntoANewFileOrOverAnEarlierPicture() throws {
        let picture = try TemporaryFile(nil, ending: "svg")
        for board in ["raspberry-pi-5", "beagleplay"] {
            #expect(try ToolRun("pinout", board, "--svg", picture.path).status == 0)
        }
        #expect(picture.text?.hasPrefix(SVG.signature) == true)
        #expect(picture.text?.contains(">BeaglePlay<") == true)
    }

    @Test func foreignFileIsNotOverwritten() throws {
        let mine = try TemporaryFile("<svg>mine</svg>", ending: "svg")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--svg", mine.path)
        #expect(run.status == 2)
        #expect(mine.text == "<svg>mine</svg>")
        #expect(run.notices.contains("exists and was not drawn by carillon"))
    }

    @Test func anEmptyFileMayBeWritten() throws {
        let empty = try TemporaryFile("", ending: "svg")
        #expect(try ToolRun("pinout", "raspberry-pi-5", "--svg", empty.path).status == 0)
        #expect(empty.text?.hasPrefix(SVG.signature) == true)
    }

    @Test(arguments: ["/dev/null", "/tmp"])
    func nonFileIsNotWritten(path: String) throws {
        #expect(try ToolRun("pinout", "raspberry-pi-5", "--svg", path).status == 2)
    }

    @Test func aPictureThatCannotBeWrittenIsAFailure() throws {
        #expect(try ToolRun("pinout", "raspberry-pi-5", "--svg", "/nowhere/a.svg").status == 1)
    }

    @Test func wiringThatDoesNotFitIsReportedWithItsPosition() throws {
        let wiring = try TemporaryFile("leds:\n  a: P9_12\n")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--wiring", wiring.path)
        #expect(run.status == 2)
        #expect(run.notices.hasPrefix("carillon: pinout: \(wiring.path):2:6: no line \"P9_12\" on raspberry-pi-5"))
    }
}
