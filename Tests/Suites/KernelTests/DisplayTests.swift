import DeviceTestSupport
import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// Displays on the kernel's I2C buses: the visible picture follows from the bytes on the bus.
extension RealKernel {
    @Suite struct Displays {
        /// Uses I2C messages on i2c-1, and SMBus blocks on i2c-0.
        @Test(arguments: ["i2c-1", "i2c-0"])
        func bytesOnTheBusMatchThePicture(bus: String) throws {
            let traced = try TracedBus(bus, address: 0x3c)
            defer { traced.end() }
            let display = try traced.open(safe: [0x00, 0xae]) { port in
                Display(name: "status", port: port, observer: DeviceObserver())
            }
            var controller = SimulatedDisplay()
            for text in ["Count\n1", "Count\n2 °C"] {
                var picture = Picture(width: 128, height: 64)
                picture.draw(text)
                traced.queue.sync { display.set(text) }
                try wait(until: "the display shows \(text)", details: "\(controller.faults)") {
                    for bytes in try traced.takeWrites() { controller.take(bytes) }
                    return controller.picture == picture
                }
            }
            expectEqual(controller.faults, [])
            traced.queue.sync { display.close() }
            expectEqual(try traced.writes.last, [0x00, 0xae])
        }

        @Test func missingDisplayDoesNotStopTheProgram() throws {
            let wiring = try Self.wiring(bus: "i2c-1", address: "0x20")
            try CounterPanel.run(arguments: ["--wiring", wiring]) { panel in
                try panel.program.waitForError(containing: "no device responds at 0x20 on i2c-1; check its wires")
                try panel.press(.plus)
                try panel.waitUntilShown(1)
            }
        }

        @Test(arguments: [(SIGTERM, 0), (SIGSEGV, 128 + SIGSEGV)] as [(Int32, Int32)])
        func programTurnsItsDisplayOffWhenItEnds(signal: Int32, status: Int32) throws {
            let trace = try BusTrace()
            defer { trace.end() }
            let wiring = try Self.wiring(bus: "i2c-1", address: "0x3c")
            try CounterPanel.run(arguments: ["--wiring", wiring]) { panel in
                try wait(until: "the display was told", details: panel.program.errors) {
                    try trace.writes(to: 0x3c, on: "i2c-1").count == 1
                }
                panel.program.send(signal)
                expectEqual(try panel.program.waitForExit(), status)
            }
            let writes = try trace.writes(to: 0x3c, on: "i2c-1")
            #expect(writes.count > 1 && writes.last == [0x00, 0xae])
        }

        private static func wiring(bus: String, address: String) throws -> String {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("display-\(UUID()).yaml")
            try Data(
                """
                buttons: {plus: GPIO17, minus: GPIO27}
                leds: {bit0: GPIO5, bit1: GPIO6}
                numbers: {count: [bit0, bit1]}
                displays: {status: {bus: \(bus), address: \(address)}}
                """.utf8
            ).write(to: file)
            return file.path
        }
    }
}
