import CarillonBoard
import CarillonDevices
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonTool

/// Displays in the tools, which use only the description of the display's kind.
@Suite struct DisplayTests {
    private static let wiring = """
        leds: {lamp: GPIO5}
        displays: {status: i2c-1, door: {bus: i2c-1, address: 0x3d, contrast: 255, rotation: 180}}
        """

    @Test func pinoutListsThePinsOfABus() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections(Self.wiring, on: board)
        let text = PinoutText(board, connections: connections, terminal: .plain).text
        let line = "display status, door  SDA pin 3 (GPIO2); SCL pin 5 (GPIO3); GND (pin 9); 3V3 (pin 1)\n"
        #expect(text.contains(line), "\(text)")
        let file = try TemporaryFile(Self.wiring)
        let picture = try TemporaryFile(nil, ending: "svg")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--wiring", file.path, "--svg", picture.path)
        expectEqual(run.status, 0, "\(run.notices)")
        #expect(picture.text?.contains(">status, door<") ?? false)
    }

    /// Displays on SPI and on two lines, whose lines the threads of their buses drive.
    @Test func pinoutListsTheLinesOfDisplays() throws {
        let wiring = """
            displays: {status: {bus: spidev0.0, data: GPIO25, reset: GPIO24}}
            digit-displays: {clock: tm1637 GPIO5 GPIO6, score: max7219 spidev0.1}
            """
        let board = try BoardDescription.named("raspberry-pi-4b")
        let text = PinoutText(board, connections: try Wiring.connections(wiring, on: board), terminal: .plain).text
        for line in [
            "RES pin 18 (GPIO24); D/C pin 22 (GPIO25); CE0 pin 24 (GPIO8); GND", "digit display score CE1",
            "pin 26 (GPIO7)", "CLK pin 29 (GPIO5); DIO pin 31 (GPIO6); GND",
        ] {
            #expect(text.contains(line), "\(text)")
        }
        #expect(!text.contains("MISO pin"), "\(text)")
        let file = try TemporaryFile(wiring)
        let check = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        expectEqual(check.status, 0, "\(check.output)")
    }
}
