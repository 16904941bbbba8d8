import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// LCDs on the kernel's I2C buses: the visible text follows from the bytes on the bus.
extension RealKernel {
    @Suite struct LCDs {
        /// Uses I2C messages on i2c-1, and SMBus blocks on i2c-0. The address is one of a PCF8574A.
        @Test(arguments: ["i2c-1", "i2c-0"])
        func theBytesOnTheBusAreTheText(bus: String) throws {
            let trace = try BusTrace()
            defer { trace.end() }
            let gpio = try GPIOSimChip.raspberryPi4B()
            defer { gpio.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 50)
            defer { queue.stop() }
            let lcd = try queue.perform {
                let chip = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                let device = try chip.requestDevice(at: .i2c(bus: bus, address: 0x3c), safe: LCDController.off)
                return LCD(
                    name: "panel", size: .columns16rows2, port: BusPort(device, queue: queue),
                    observer: DeviceObserver())
            }
            var taken = 0
            var controller = SimulatedLCD()
            for text in ["Count 1\n12345678", "Count 2\n123456789"] {
                queue.sync { lcd.show(text) }
                let rows = text.split(separator: "\n").map { row in
                    "\(row)" + String(repeating: " ", count: 16 - row.count)
                }
                try wait(until: "the LCD shows \(text)", details: "\(controller.faults)") {
                    for bytes in try trace.writes(to: 0x3c, on: bus).dropFirst(taken) {
                        controller.take(bytes)
                        taken += 1
                    }
                    return controller.rows(columns: 16, starts: [0x00, 0x40]) == rows
                }
            }
            #expect(controller.faults == [])
            queue.sync { lcd.close() }
            #expect(try trace.writes(to: 0x3c, on: bus).last == LCDController.off)
        }
    }
}
