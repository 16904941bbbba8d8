import CarillonBoard
import CarillonDevices
import Testing

@testable import CarillonDrawing
@testable import carillon

/// A servo in the tools, which use only the description of the servo's kind.
@Suite struct ServoTests {
    private static let wiring = """
        servos: {arm: {line: GPIO18, angles: [0, 180], pulse: [0.5 ms, 2500 us], pwm: pwmchip0/0}, leg: GPIO17}
        """

    @Test func wiringMayHaveServos() throws {
        let file = try TemporaryFile(Self.wiring)
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        #expect(run.output == "\(file.path): a wiring that fits raspberry-pi-5\n")
    }

    @Test(arguments: [
        ("angles: [90, -90]", "angles must be two numbers from -360 to 360, the lower one first"),
        ("angles: [0, 0]", "angles must be two numbers from -360 to 360, the lower one first"),
        ("angles: [nan, 90]", "angles must be two numbers from -360 to 360, the lower one first"),
        ("angles: 90", "angles must be two numbers from -360 to 360, the lower one first"),
        ("angles: [0, 1000]", "angles must be two numbers from -360 to 360, the lower one first"),
        ("pulse: [1 ms, 3 ms]", "pulse must be two times from 0.5 ms to 2.5 ms, the lower one first"),
        ("pulse: [1, 2]", "pulse must be two times from 0.5 ms to 2.5 ms, the lower one first, such as [1 ms, 2 ms]"),
    ])
    func mistakeIsReportedWithItsPosition(setting: String, message: String) throws {
        let file = try TemporaryFile("servos:\n  arm:\n    line: GPIO18\n    \(setting)\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("\(file.path):4:") && run.output.contains(message))
    }

    @Test func pinoutGivesItASupplyOfItsOwn() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections(Self.wiring, on: board)
        let text = PinoutText(board, connections: connections, terminal: .plain).text
        #expect(
            text.contains(
                "servo arm  pin 12 (GPIO18), signal; + to its own supply; - to that supply and to GND (pin 14)\n"))
        let file = try TemporaryFile(Self.wiring)
        let picture = try TemporaryFile(nil, ending: "svg")
        let run = try ToolRun("pinout", "raspberry-pi-5", "--wiring", file.path, "--svg", picture.path)
        #expect(run.status == 0, "\(run.notices)")
        #expect(picture.text?.contains(">servo<") ?? false)
    }

    @Test func monitorWatchesItsLineWithItsName() throws {
        let file = try TemporaryFile(Self.wiring)
        let lines = try WatchedLine.lines(["GPIO18"], wiring: .file(file.path), on: .named("raspberry-pi-5"))
        #expect(lines.map(\.note) == ["servo arm"])
    }
}
