import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// Displays on the kernel's I2C buses: the visible picture follows from the bytes on the bus.
extension RealKernel {
    @Suite struct Displays {
        /// Uses I2C messages on i2c-1, and SMBus blocks on i2c-0.
        @Test(arguments: ["i2c-1", "i2c-0"])
        func theBytesOnTheBusAreThePicture(bus: String) throws {
            let trace = try BusTrace()
            defer { trace.end() }
            let gpio = try GPIOSimChip.raspberryPi4B()
            defer { gpio.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 50)
            defer { queue.stop() }
            let display = try queue.perform {
                let chip = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                let device = try chip.requestDevice(at: .i2c(bus: bus, address: 0x3c), safe: [0x00, 0xae])
                return Display(name: "status", port: BusPort(device, queue: queue), observer: DeviceObserver())
            }
            var taken = 0
            var controller = SimulatedDisplay()
            for text in ["Count\n1", "Count\n2 °C"] {
                var picture = Picture(width: 128, height: 64)
                picture.draw(text)
                queue.sync { display.show(text) }
                try wait(until: "the display shows \(text)", details: "\(controller.faults)") {
                    for bytes in try trace.writes(to: 0x3c, on: bus).dropFirst(taken) {
                        controller.take(bytes)
                        taken += 1
                    }
                    return controller.picture == picture
                }
            }
            #expect(controller.faults == [])
            queue.sync { display.close() }
            #expect(try trace.writes(to: 0x3c, on: bus).last == [0x00, 0xae])
        }

        @Test func aDisplayThatIsNotThereKeepsNoProgramFromRunning() throws {
            let wiring = try Self.wiring(bus: "i2c-1", address: "0x20")
            try CounterPanel.run(arguments: ["--wiring", wiring]) { panel in
                try panel.program.waitForError(containing: "no device responds at 0x20 on i2c-1; check its wires")
                try panel.press(.plus)
                try panel.waitUntilShown(1)
            }
        }

        @Test(arguments: [(SIGTERM, 0), (SIGSEGV, 128 + SIGSEGV)] as [(Int32, Int32)])
        func aProgramThatEndsLeavesItsDisplayOff(signal: Int32, status: Int32) throws {
            let trace = try BusTrace()
            defer { trace.end() }
            let wiring = try Self.wiring(bus: "i2c-1", address: "0x3c")
            try CounterPanel.run(arguments: ["--wiring", wiring]) { panel in
                try wait(until: "the display was told", details: panel.program.errors) {
                    try trace.writes(to: 0x3c, on: "i2c-1").count == 1
                }
                panel.program.send(signal)
                #expect(try panel.program.waitForExit() == status)
            }
            let writes = try trace.writes(to: 0x3c, on: "i2c-1")
            #expect(writes.count > 1 && writes.last == [0x00, 0xae])
        }

        @Test func theWordSafeSwitchesTheDisplayOfAKilledProgramOff() throws {
            let wiring = try Self.wiring(bus: "i2c-1", address: "0x3c")
            try CounterPanel.run(arguments: ["--wiring", wiring]) { panel in
                panel.program.send(SIGKILL)
                try panel.program.waitForExit()
                let trace = try BusTrace()
                defer { trace.end() }
                let safe = try Program.counter(["--board", "raspberry-pi-4b", "--wiring", wiring, "--safe"])
                defer { safe.end() }
                #expect(try safe.waitForExit() == 0)
                #expect(safe.errors == "")
                #expect(try trace.writes(to: 0x3c, on: "i2c-1") == [[0x00, 0xae]])
            }
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
