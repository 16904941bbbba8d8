import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Foundation
import Testing

@testable import carillon

@Suite struct AddOnBoardTests {
    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL.path
    private static let names = (try? Checkout(checkout)).map { AddOnBoard.names(in: $0) } ?? []

    private func hat(_ name: String) throws -> AddOnBoard { try AddOnBoard(name, of: Checkout(Self.checkout)) }

    @Test func helpListsAllHATs() throws {
        #expect(Self.names.count == 17)
        let list = try #require(NewCommand.help.firstMatch(of: /tries its parts: ([^.]*?)\n +--/)).1
        #expect(list.split { ", \n".contains($0) }.map(String.init) == Self.names)
    }

    /// A board is pushed onto the 40 pins, so it may use lines that another wiring would leave to the boot.
    @Test(arguments: names, ["raspberry-pi-zero", "raspberry-pi-4b", "raspberry-pi-5"])
    func wiringFitsTheHeader(name: String, board: String) throws {
        let path = "\(Self.checkout)/Boards/hats/\(name).yaml"
        let check = try DescriptionCheck(path: path, board: .named(board))
        #expect(check.kind == .wiring)
        #expect(check.faults.isEmpty)
        #expect(check.warnings.allSatisfy { $0.message.contains("is used at boot") }, "\(check.warnings)")
        let lines = try #require(check.wiring).wires.map(\.wire.line.name)
        #expect(!lines.isEmpty)
        #expect(Set(lines).count == lines.count)
        #expect(Set(lines).isSubset(of: (2...27).map { "GPIO\($0)" }))
    }

    @Test(arguments: names)
    func fileNamesItsSourceAndTheConsoleIfItIsInTheWay(name: String) throws {
        let hat = try hat(name)
        #expect(hat.text.contains("# Lines: gpiozero 2.0.1, class "))
        let lines = hat.wiring.wires.map(\.wire.line.name)
        let usesConsole = lines.contains("GPIO14") || lines.contains("GPIO15")
        #expect(hat.text.contains("serial console") == usesConsole)
        #expect(!hat.title.isEmpty && !hat.title.contains(":"))
    }

    @Test(arguments: names)
    func programTriesEachPart(name: String) throws {
        let hat = try hat(name)
        let program = AddOnProgram(for: hat, named: PackageName(program: "my-box", module: "MyBox"))
        let wholes = [LightGroup.kind, LEDBar.kind]
        for device in hat.wiring.devices where !wholes.contains(device.kind) {
            #expect(program.source.contains("\"\(device.name)\""), "\(device.name)")
        }
        #expect(program.source.contains("Board.run(wiring: \"my-box\", makeMyBox)\n"))
        #expect(program.source.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(program.test.contains("@testable import MyBox\n"))
    }

    @Test func packageHasTheWiringOfItsHAT() throws {
        let folder = try TemporaryFolder(file: "other", "")
        let run = try ToolRun(
            "new", "my-box", "--hat", "jam-hat", "--carillon", Self.checkout, in: folder.path)
        #expect(run.status == 0, "\(run.notices)")
        #expect(run.output == "my-box: made for the HAT jam-hat; next: cd my-box && make run\n")
        func text(_ file: String) throws -> String {
            try String(contentsOfFile: "\(folder.path)/my-box/\(file)", encoding: .utf8)
        }
        #expect(try text("Boards/wirings/my-box.yaml") == hat("jam-hat").text)
        #expect(try text("Makefile").contains("APP := my-box\n"))
        #expect(try text("Tools/package/my-box/description").contains("The Jam HAT of ModMyPi and The Pi Hut"))
        let program = try text("Sources/MyBox/main.swift")
        #expect(program.contains("(part + 1) % 8 }"))
        #expect(program.contains("board.button(\"button2\").pressed(.next)"))
        #expect(program.contains("try board.tonalBuzzer(\"buzzer\").sounding { $0 == 7 ? 440 : nil }"))
        #expect(try text("Tests/MyBoxTests/MyBoxTests.swift").contains("#expect(bench.lit == [\"red1\"])"))
    }

    @Test(arguments: [
        ("jamhat", "unknown HAT \"jamhat\"; did you mean \"jam-hat\"?"),
        ("../wirings/counter", "unknown HAT \"../wirings/counter\"; use one of camjam-edukit-3, fish-dish, jam-hat, "),
    ])
    func unknownHATIsReportedWithTheNearestOne(name: String, message: String) throws {
        let run = try ToolRun("new", "my-box", "--hat", name, "--carillon", Self.checkout)
        #expect(run.status == 2)
        #expect(run.notices.hasPrefix("carillon: new: \(message)"))
    }

    @Test func exampleAndHATExcludeEachOther() throws {
        let run = try ToolRun("new", "my-box", "--hat", "jam-hat", "--example", "Blink")
        #expect(run.status == 2)
        #expect(run.notices == "carillon: new: --example and --hat exclude each other; use one of them\n")
    }
}
