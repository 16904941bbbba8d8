import CarillonBoard
import CarillonDevices
import Testing

@testable import CarillonDrawing
@testable import carillon

/// Displays in the tools, which use only the description of the display's kind.
@Suite struct DisplayTests {
    private static let wiring = """
        leds: {lamp: GPIO5}
        displays: {status: i2c-1, door: {bus: i2c-1, address: 0x3d, contrast: 255, rotation: 180}}
        """

    @Test func wiringMayHaveDisplays() throws {
        let file = try TemporaryFile(Self.wiring)
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        #expect(run.output == "\(file.path): a wiring that fits raspberry-pi-5\n")
    }

    @Test(arguments: [
        ("bus: i2c1", "bus must be the name of an I2C bus or of an SPI device in /dev, such as i2c-1"),
        ("bus: spidev0", "bus must be the name of an I2C bus or of an SPI device in /dev, such as i2c-1"),
        ("bus: spidev0.0", "a display on SPI needs data, the line to its pin D/C, such as GPIO25"),
        ("bus: i2c-1\n    data: GPIO25", "data and reset are for a display on SPI; remove them"),
        ("bus: spidev0.0\n    data: GPIO99", "no line \"GPIO99\" on raspberry-pi-5"),
        ("bus: spidev0.0\n    data: GPIO10", "line \"GPIO10\" is already wired"),
        (
            "bus: i2c-1\n    address: 0x80",
            "address must be the 7-bit address in the data sheet, from 0x08 to 0x77, such as 0x3c"
        ),
        ("bus: i2c-1\n    contrast: 256", "contrast must be a number from 0 to 255, such as 127"),
        ("bus: i2c-1\n    contrast: much", "contrast must be a number from 0 to 255, such as 127"),
        ("bus: i2c-1\n    rotation: 90", "rotation must be 0 or 180"),
        ("bus: i2c-1\n    driver: ssd1309", "driver must be ssd1306 or sh1106"),
        ("bus: i2c-1\n    size: 64x48", "size must be 128x64 or 128x32"),
    ])
    func mistakeIsReportedWithItsPosition(setting: String, message: String) throws {
        let file = try TemporaryFile("displays:\n  status:\n    \(setting)\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        #expect(run.status == 1)
        #expect(run.output.contains(message), "\(run.output)")
    }

    @Test func twoDevicesOnOneAddressAreReportedWithBothNames() throws {
        let file = try TemporaryFile("displays:\n  a: i2c-1\n  b: {bus: i2c-1, address: 60}\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        #expect(run.output.hasPrefix("\(file.path):3:6: display \"b\" has the address 0x3c on i2c-1 of display \"a\""))
    }

    @Test func lineThatTheBusTakesCannotBeWired() throws {
        let file = try TemporaryFile("leds: {lamp: GPIO2}\ndisplays:\n  status: i2c-1\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        #expect(run.output.contains("line \"GPIO2\" is already wired at line 3"), "\(run.output)")
    }

    @Test func pinoutHasTheBusesPins() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections(Self.wiring, on: board)
        let text = PinoutText(board, connections: connections, terminal: .plain).text
        let line = "display status, door  SDA pin 3 (GPIO2); SCL pin 5 (GPIO3); GND (pin 6); 3V3 (pin 1)\n"
        #expect(text.contains(line), "\(text)")
        let file = try TemporaryFile(Self.wiring)
        let picture = try TemporaryFile(nil, ending: "svg")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--wiring", file.path, "--svg", picture.path)
        #expect(run.status == 0, "\(run.notices)")
        #expect(picture.text?.contains(">status, door<") ?? false)
    }

    /// Displays on SPI and on two lines, whose lines the threads of their buses drive.
    @Test func pinoutHasTheLinesOfDisplays() throws {
        let wiring = """
            displays: {status: {bus: spidev0.0, data: GPIO25, reset: GPIO24}}
            digit-displays: {clock: tm1637 GPIO5 GPIO6, score: max7219 spidev0.1}
            """
        let board = try BoardDescription.named("raspberry-pi-4b")
        let text = PinoutText(board, connections: try Wiring.connections(wiring, on: board), terminal: .plain).text
        for line in [
            "RES pin 18 (GPIO24); D/C pin 22 (GPIO25); CE0 pin 24 (GPIO8); GND", "digit-display score CE1",
            "pin 26 (GPIO7)", "CLK pin 29 (GPIO5); DIO pin 31 (GPIO6); GND",
        ] {
            #expect(text.contains(line), "\(text)")
        }
        #expect(!text.contains("MISO pin"), "\(text)")
        let file = try TemporaryFile(wiring)
        let check = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        #expect(check.status == 0, "\(check.output)")
    }

    @Test(arguments: [
        "leds: {lamp: GPIO6}\ndigit-displays: {clock: tm1637 GPIO5 GPIO6}",
        "digit-displays: {other: tm1637 GPIO6 GPIO13, clock: tm1637 GPIO5 GPIO6}",
        "digit-displays: {clock: tm1637 GPIO6 GPIO6}",
        "displays: {status: {bus: spidev0.0, data: GPIO6, reset: GPIO6}}",
    ])
    func lineOfADisplayCannotBeWiredTwice(wiring: String) throws {
        let file = try TemporaryFile(wiring)
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        #expect(run.output.contains("line \"GPIO6\" is already wired"), "\(run.output)")
    }
}
