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
        ("bus: i2c1", "bus must be the name of an I2C bus in /dev, such as i2c-1"),
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
}
