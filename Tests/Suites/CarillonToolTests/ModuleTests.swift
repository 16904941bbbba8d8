import CarillonBoard
import CarillonDevices
import Testing

@testable import CarillonDrawing
@testable import carillon

/// Modules with several wires in the tools.
@Suite struct ModuleTests {
    private func text(_ wiring: String) throws -> String {
        let board = try BoardDescription.named("raspberry-pi-5")
        return PinoutText(board, connections: try Wiring.connections(wiring, on: board), terminal: .plain).text
    }

    private func picture(_ wiring: String) throws -> String {
        let (file, picture) = (try TemporaryFile(wiring), try TemporaryFile(nil, ending: "svg"))
        let run = try ToolRun("pinout", "raspberry-pi-5", "--wiring", file.path, "--svg", picture.path)
        #expect(run.status == 0, "\(run.notices)")
        return try #require(picture.text)
    }

    private static let distance = "distances: {front: {trigger: GPIO20, echo: GPIO21}}"

    @Test func distanceSensorGetsFiveVoltsAndADivider() throws {
        #expect(
            try text(Self.distance).contains(
                "distance sensor front  trigger pin 38 (GPIO20); echo pin 40 (GPIO21) through 1 kΩ, and 2 kΩ from the line "
                    + "to GND (pin 39); GND (pin 39); 5V (pin 4)\n"))
        let picture = try picture(Self.distance)
        #expect(picture.contains("distance sensor, echo by 1 kΩ, 2 kΩ to GND"))
        #expect(picture.contains(">echo<"))
    }

    @Test func motorIsSuppliedOnce() throws {
        #expect(
            try text("motors: {belt: {in1: GPIO5, in2: GPIO6, enable: GPIO13}}").contains(
                "motor belt  in1 pin 29 (GPIO5); in2 pin 31 (GPIO6); enable pin 33 (GPIO13); + to its own supply; "
                    + "- to that supply and to GND (pin 30)\n"))
        let picture = try picture("motors: {belt: {in1: GPIO5, in2: GPIO6, inputs: phase-enable}}")
        #expect(picture.contains("motor, + to its own supply"))
        #expect(picture.contains(">phase<") && picture.contains(">enable<"))
    }

    @Test func passiveBuzzerIsBetweenItsLineAndGround() throws {
        #expect(
            try text("tonal-buzzers: {horn: GPIO18}").contains(
                "tonal buzzer horn  pin 12 (GPIO18), tonal buzzer, GND (pin 14)\n"))
        #expect(try picture("tonal-buzzers: {horn: GPIO18}").contains("tonal buzzer"))
    }
}
