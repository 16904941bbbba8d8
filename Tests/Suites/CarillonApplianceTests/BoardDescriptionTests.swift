import CarillonDevices
import CarillonGPIO
import Glibc
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

/// The files in `Boards/`.
@Suite struct BoardFilesTests {
    private static let raspberryPis = BoardDescription.names.filter { $0.hasPrefix("raspberry-pi-") }

    @Test(arguments: BoardDescription.names)
    func everyBoardHasGroundASupplyAndDistinctLines(name: String) throws {
        let board = try BoardDescription.named(name)
        #expect(!board.title.isEmpty)
        #expect(board.isSimulated != !board.compatible.isEmpty)
        for header in board.headers {
            expectEqual(header.pins.count % header.columns, 0)
            expectEqual(header.pins.map(\.number).sorted(), Array(1...header.pins.count))
        }
        #expect(board.pins.contains { $0.role == .ground })
        #expect(board.pins.contains { $0.role == .supply && $0.name == "3V3" })
        let lines = board.pins.filter(\.isLine)
        let names = lines.flatMap(\.names)
        expectEqual(Set(names).count, names.count)
        let places = lines.compactMap { pin in
            if case .line(let chip, let offset?) = pin.role { "\(chip) \(offset)" } else { nil }
        }
        expectEqual(Set(places).count, places.count)
        for case .line(let chip, _) in lines.map(\.role) { #expect(board.chipLabels.contains(chip)) }
    }

    @Test(arguments: [
        ("raspberry-pi-5", BusAddress.i2c(bus: "i2c-1", address: 0x3c), ["SDA 3 GPIO2", "SCL 5 GPIO3"]),
        ("beagleplay", .i2c(bus: "i2c-1", address: 0x3c), ["SDA 2 SDA", "SCL 1 SCL"]),
        ("raspberry-pi-5", .i2c(bus: "i2c-11", address: 0x3c), []),
        (
            "raspberry-pi-4b", .spi(device: "spidev0.1", mode: 0, speed: 1_000_000),
            ["MOSI 19 GPIO10", "MISO 21 GPIO9", "SCLK 23 GPIO11", "CE1 26 GPIO7"]
        ),
        (
            "raspberry-pi-4b",
            .spiWithDataLine(device: "spidev0.0", mode: 0, speed: 8_000_000, data: "GPIO25", reset: nil),
            ["MOSI 19 GPIO10", "MISO 21 GPIO9", "SCLK 23 GPIO11", "CE0 24 GPIO8"]
        ),
        ("raspberry-pi-4b", .lines(clock: "GPIO23", data: "GPIO24"), []),
    ])
    func busUsesThePinsWithItsFunctions(name: String, address: BusAddress, pins: [String]) throws {
        let board = try BoardDescription.named(name)
        expectEqual(board.pins(of: address).map { "\($0.end) \($0.pin.number) \($0.pin.name)" }, pins)
    }

    @Test(arguments: raspberryPis)
    func everyRaspberryPiHasAHeaderOfFortyPinsWithTwentyEightLinesAtTheirOffsets(name: String) throws {
        let board = try BoardDescription.named(name)
        expectEqual(board.headers.map(\.name), [""])
        expectEqual(board.pins.map(\.number), Array(1...40))
        expectEqual(Set(board.lineNames), Set((0...27).map { "GPIO\($0)" }))
        for pin in board.pins where pin.isLine {
            expectEqual(pin.role, .line(chip: board.chipLabels[0], offset: Int(pin.name.dropFirst(4))))
        }
    }

    @Test(arguments: [("rock-5b", 26), ("banana-pi-m5", 28)])
    func otherBoardsWithFortyPinsHaveTheSupplyPinsOfARaspberryPi(name: String, lines: Int) throws {
        let board = try BoardDescription.named(name)
        let pi = try BoardDescription.named("raspberry-pi-5")
        expectEqual(board.pins.map(\.number), Array(1...40))
        expectEqual(board.lineNames.count, lines)
        for (pin, piPin) in zip(board.pins, pi.pins) where !piPin.isLine { expectEqual(pin.role, piPin.role) }
    }

    @Test func beagleBoneHasTwoHeadersOfFortySixPins() throws {
        let board = try BoardDescription.named("beaglebone-black")
        expectEqual(board.headers.map(\.name), ["P9", "P8"])
        expectEqual(board.headers.map(\.pins.count), [46, 46])
        expectEqual(board.headers[1].pins.filter(\.isLine).count, 44)
        let pin = try #require(board.pin(ofLine: "P9_12"))
        expectEqual(board.place(of: pin), "pin 12 of P9")
    }

    @Test func orangePiZeroHasSeventeenLinesOnItsLargeHeaderAndFourOnItsSmallOne() throws {
        let board = try BoardDescription.named("orange-pi-zero-3")
        expectEqual(board.headers.map(\.pins.count), [26, 13])
        expectEqual(board.headers.map { $0.pins.filter(\.isLine).count }, [17, 4])
        let pin = try #require(board.pin(ofLine: "PI16"))
        expectEqual(board.place(of: pin), "pin 11 of 13-pin header")
        for pin in board.pins {
            guard case .line(_, let offset?) = pin.role else { continue }
            let port = try #require(pin.name.dropFirst().first?.asciiValue) - UInt8(ascii: "A")
            expectEqual(Int(port) * 32 + Int(pin.name.dropFirst(2))!, offset)
        }
    }

    @Test func mikroBUSPinsAreNumberedDownTheLeftSideAndUpTheRightSide() throws {
        let board = try BoardDescription.named("beagleplay")
        expectEqual(board.headers.map(\.name), ["mikroBUS", "Grove", "QWIIC"])
        expectEqual(board.headers[0].pins.map(\.number), (1...8).flatMap { [$0, 17 - $0] })
        expectEqual(board.headers[1].columns, 1)
    }

    @Test func noTwoBoardsClaimTheSameMachine() throws {
        let claims = try BoardDescription.names.flatMap { try BoardDescription.named($0).compatible }
        expectEqual(Set(claims).count, claims.count)
    }

    @Test func unknownBoardIsReportedWithTheKnownBoards() {
        let error = expectError(BoardError.self) { try BoardDescription.named("arduino-uno") }
        expectEqual(
            error?.description.hasPrefix("unknown board \"arduino-uno\"; expected one of: banana-pi-m5, beagle"), true)
    }

    @Test func lineIsFoundByItsNameOnTheHeaderAndByTheKernelsName() throws {
        let board = try BoardDescription.named("raspberry-pi-4b")
        expectEqual(board.pin(ofLine: "GPIO2")?.number, 3)
        expectEqual(board.pin(ofLine: "SDA1")?.number, 3)
        expectEqual(board.pin(ofLine: "GND"), nil)
    }
}

@Suite struct BoardDetectionTests {
    /// The content of /proc/device-tree/compatible on each board; from the kernel's device trees.
    @Test(arguments: [
        (["raspberrypi,model-zero", "brcm,bcm2835"], "raspberry-pi-zero"),
        (["raspberrypi,model-zero-w", "brcm,bcm2835"], "raspberry-pi-zero-w"),
        (["raspberrypi,model-zero-2-w", "brcm,bcm2837"], "raspberry-pi-zero-2w"),
        (["raspberrypi,model-a-plus", "brcm,bcm2835"], "raspberry-pi-1a-plus"),
        (["raspberrypi,model-b-plus", "brcm,bcm2835"], "raspberry-pi-1b-plus"),
        (["raspberrypi,2-model-b", "brcm,bcm2836"], "raspberry-pi-2b"),
        (["raspberrypi,2-model-b-rev2", "brcm,bcm2837"], "raspberry-pi-2b"),
        (["raspberrypi,3-model-a-plus", "brcm,bcm2837"], "raspberry-pi-3a-plus"),
        (["raspberrypi,3-model-b", "brcm,bcm2837"], "raspberry-pi-3b"),
        (["raspberrypi,3-model-b-plus", "brcm,bcm2837"], "raspberry-pi-3b-plus"),
        (["raspberrypi,4-model-b", "brcm,bcm2711"], "raspberry-pi-4b"),
        (["raspberrypi,400", "brcm,bcm2711"], "raspberry-pi-400"),
        (["raspberrypi,4-compute-module", "brcm,bcm2711"], "raspberry-pi-cm4"),
        (["raspberrypi,5-model-b", "brcm,bcm2712"], "raspberry-pi-5"),
        (["raspberrypi,500", "brcm,bcm2712"], "raspberry-pi-500"),
        (["raspberrypi,5-compute-module", "brcm,bcm2712"], "raspberry-pi-cm5"),
        (["xunlong,orangepi-zero3", "allwinner,sun50i-h618"], "orange-pi-zero-3"),
        (["radxa,rock-5b", "rockchip,rk3588"], "rock-5b"),
        (["ti,am335x-bone-black", "ti,am335x-bone", "ti,am33xx"], "beaglebone-black"),
        (["beagle,am625-beagleplay", "ti,am625"], "beagleplay"),
        (["bananapi,bpi-m5", "amlogic,sm1"], "banana-pi-m5"),
    ])
    func boardIsFoundByItsDeviceTree(compatible: [String], name: String) {
        let (board, faults) = BoardDescription.detect(
            compatible: compatible, in: DataFolders.files(in: "Boards", ending: ".yaml"))
        expectEqual(board?.name, name)
        #expect(faults.isEmpty)
    }

    @Test(arguments: [["raspberrypi,6-model-b", "brcm,bcm2713"], ["linux,dummy-virt"], []])
    func unknownMachineHasNoBoard(compatible: [String]) {
        let files = DataFolders.files(in: "Boards", ending: ".yaml")
        expectEqual(BoardDescription.detect(compatible: compatible, in: files).board, nil)
    }

    @Test func usersBoardFileTakesPrecedenceOverTheBuiltInOne() throws {
        let folder = try TemporaryFolder(["my-pi": board(title: "my Pi", compatible: "raspberrypi,4-model-b")])
        let files = folder.files + DataFolders.files(in: "Boards", ending: ".yaml")
        let board = BoardDescription.detect(compatible: ["raspberrypi,4-model-b", "brcm,bcm2711"], in: files).board
        expectEqual(board?.title, "my Pi")
    }

    @Test func mostSpecificNameOfAMachineTakesPrecedence() throws {
        let folder = try TemporaryFolder([
            "any": board(title: "any of this chip", compatible: "brcm,bcm2711"),
            "this": board(title: "this one", compatible: "raspberrypi,4-model-b"),
        ])
        let board = BoardDescription.detect(
            compatible: ["raspberrypi,4-model-b", "brcm,bcm2711"], in: folder.files
        ).board
        expectEqual(board?.title, "this one")
    }

    @Test func brokenFileDoesNotKeepOtherBoardsFromBeingFound() throws {
        let folder = try TemporaryFolder(["broken": "title: [", "my-pi": board(title: "my Pi", compatible: "me,mine")])
        let (board, faults) = BoardDescription.detect(compatible: ["me,mine"], in: folder.files)
        expectEqual(board?.title, "my Pi")
        expectEqual(faults.map(\.position.file), [folder.path(of: "broken")])
        expectEqual(faults.map(\.position.line), [2])
    }

    private func board(title: String, compatible: String) -> String {
        "title: \(title)\ncompatible: \(compatible)\ngpio: chip\nsound: default\nheader: raspberry-pi-40"
    }
}

/// The syntax of a board's file.
@Suite struct BoardReadingTests {
    @Test func pinIsALineASupplyAGroundOrASignal() throws {
        let board = try read(
            """
            title: a board
            gpio: [main, other]
            sound: default
            header:
              pins:
                1: 3V3
                2: GND
                3: A1
                4: {line: A2, kernel: [K2, L2], functions: I2C SDA}
                5: {line: A3, chip: other, offset: 7}
                6: {signal: RESET}
            """)
        expectEqual(board.headers.map(\.columns), [2])
        expectEqual(
            board.pins.map(\.role),
            [
                .supply, .ground, .line(chip: "main", offset: nil), .line(chip: "main", offset: nil),
                .line(chip: "other", offset: 7), .signal,
            ])
        expectEqual(board.pins[3].names, ["A2", "K2", "L2"])
        expectEqual(board.pins[3].functions, ["I2C SDA"])
        expectEqual(board.lineNames, ["A1", "A2", "A3"])
    }

    @Test(arguments: [
        ("compatible: a,b", "1:1: missing key \"gpio\"; for example, gpio: pinctrl-rp1"),
        ("header: raspberry-pi-41", "1:9: unknown header \"raspberry-pi-41\"; did you mean \"raspberry-pi-40\"?"),
        ("header: {columns: 3, pins: {1: GND}}", "1:19: invalid value \"3\"; expected one of: 1, 2"),
        ("header: {pins: {0: GND}}", "1:17: a pin must be a number from 1 on, such as 11"),
        ("header: {pins: {1: GND, 01: 5V}}", "1:25: a pin must be a number from 1 on, such as 11"),
        ("header: {pins: {1: A1, 2: A1}}", "1:27: line \"A1\" is already on another pin; give each line its own name"),
        (
            "header: {pins: {1: {kernel: A1}}}",
            "1:20: missing key \"line\" of the pin; for example, line: GPIO17; or use \"signal\""
        ),
        ("header: {pins: {1: {line: A1, offset: -1}}}", "1:39: expected a number from 0 on"),
        ("header: {pins: {1: {line: A1, chip: b}}}", "1:37: invalid value \"b\"; expected one of: a"),
        (
            "headers: {P8: {pins: {1: A1}}, P9: {pins: {1: A1}}}",
            "1:47: line \"A1\" is already on another pin; give each line its own name"
        ),
        ("models: Raspberry Pi 4", "1:1: unknown key \"models\"; expected one of: title, compatible, gpio, "),
    ])
    func mistakeIsReportedWithItsPosition(text: String, message: String) {
        let rest = text.hasPrefix("compatible") ? "" : "\ngpio: a"
        let error = expectError(DescriptionError.self) {
            try read("\(text)\(rest)\ntitle: a board\nsound: default")
        }
        expectEqual(error?.description.contains("board.yaml:" + message), true, "\(error?.description ?? "")")
    }

    @Test func allMistakesAreReported() throws {
        let node = try YAMLFile.parse(
            Array("titel: x\ngpio: a\nheader:\n  pins:\n    x: GND\n    2: {line: }\n".utf8), name: "board.yaml")
        var faults = Faults()
        expectEqual(BoardDescription.read(node, name: "board", readFile: YAMLFile.read, faults: &faults), nil)
        expectEqual(
            faults.all.map { "\($0.position)" },
            [
                "board.yaml:1:1", "board.yaml:1:1", "board.yaml:1:1", "board.yaml:5:5", "board.yaml:6:15",
            ])
    }

    @Test func exampleInTheReadmeIsAValidBoard() throws {
        let readme = try #require(DataFolders.find("Boards/README.md"))
        let text = String(decoding: try FileContents.read(readme, limit: 1 << 20), as: UTF8.self)
        let examples = text.split(separator: "```yaml\n").dropFirst().compactMap { $0.split(separator: "```").first }
        let board = try read(String(try #require(examples.first { $0.contains("compatible") })))
        expectEqual(board.headers.count, 2)
    }

    private func read(_ text: String) throws(DescriptionError) -> BoardDescription {
        try BoardDescription(
            YAMLFile.parse(Array(text.utf8), name: "board.yaml"), name: "board", readFile: YAMLFile.read)
    }
}

/// A folder of board files that is removed with its last reference.
private final class TemporaryFolder {
    let files: [DataFolders.File]

    init(_ contents: [String: String]) throws {
        var template = Array("/tmp/carillon-boards-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        files = contents.keys.sorted().map { DataFolders.File(name: $0, path: "\(folder)/\($0).yaml") }
        for file in files {
            let stream = try #require(fopen(file.path, "we"))
            fputs(contents[file.name]!, stream)
            fclose(stream)
        }
    }

    func path(of name: String) -> String? { files.first { $0.name == name }?.path }

    deinit {
        for file in files { unlink(file.path) }
        if let folder = files.first?.path.split(separator: "/").dropLast().joined(separator: "/") {
            rmdir("/" + folder)
        }
    }
}
