import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Foundation
import TestSupport
import Testing

@testable import CarillonTool

@Suite struct AddOnBoardTests {
    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL.path
    private static let names = (try? Checkout(checkout)).map { AddOnBoard.names(in: $0) } ?? []

    private func hat(_ name: String) throws -> AddOnBoard { try AddOnBoard(name, of: Checkout(Self.checkout)) }

    @Test func helpListsAllHATs() throws {
        expectEqual(Self.names.count, 17)
        let list = try #require(NewCommand.help.firstMatch(of: /tries its parts: ([^.]*?)\n +--/)).1
        expectEqual(list.split { ", \n".contains($0) }.map(String.init), Self.names)
    }

    /// A board is pushed onto the 40 pins, so it may use lines that another wiring would leave to the boot.
    @Test(arguments: names, ["raspberry-pi-zero", "raspberry-pi-4b", "raspberry-pi-5"])
    func wiringOfAHATFitsTheHeader(name: String, board: String) throws {
        let path = "\(Self.checkout)/Boards/hats/\(name).yaml"
        let check = try DescriptionCheck(path: path, board: .named(board))
        expectEqual(check.kind, .wiring)
        #expect(check.faults.isEmpty)
        #expect(check.warnings.allSatisfy { $0.message.contains("is used at boot") }, "\(check.warnings)")
        let lines = try #require(check.wiring).wires.map(\.wire.line.name)
        #expect(!lines.isEmpty)
        expectEqual(Set(lines).count, lines.count)
        #expect(Set(lines).isSubset(of: (2...27).map { "GPIO\($0)" }))
    }

    @Test(arguments: names)
    func fileNamesItsSourceAndAConflictWithTheSerialConsole(name: String) throws {
        let hat = try hat(name)
        #expect(hat.text.contains("# Lines: gpiozero 2.0.1, class "))
        let lines = hat.wiring.wires.map(\.wire.line.name)
        let usesConsole = lines.contains("GPIO14") || lines.contains("GPIO15")
        expectEqual(hat.text.contains("serial console"), usesConsole)
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
        expectEqual(run.status, 0, "\(run.notices)")
        expectEqual(run.output, "my-box: made for the HAT jam-hat; next: cd my-box && make run\n")
        func text(_ file: String) throws -> String {
            try String(contentsOfFile: "\(folder.path)/my-box/\(file)", encoding: .utf8)
        }
        #expect(try text("Boards/wirings/my-box.yaml") == hat("jam-hat").text)
        #expect(try text("Makefile").contains("APP := my-box\n"))
        #expect(try text("Tools/package/my-box/description").contains("The Jam HAT of ModMyPi and The Pi Hut"))
        let program = try text("Sources/MyBox/main.swift")
        #expect(program.contains("(part + 1) % 8 }"))
        #expect(program.contains("board.button(\"button2\").pressed(send: .next)"))
        #expect(program.contains("try board.tonalBuzzer(\"buzzer\").view { $0 == 7 ? 440 : nil }"))
        #expect(try text("Tests/MyBoxTests/MyBoxTests.swift").contains("#expect(bench.lit == [\"red1\"])"))
    }
}
