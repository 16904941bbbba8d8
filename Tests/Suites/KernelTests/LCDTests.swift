import Testing

@testable import CarillonDevices

/// LCDs on the kernel's I2C buses: the visible text follows from the bytes on the bus.
extension RealKernel {
    @Suite struct LCDs {
        /// Uses I2C messages on i2c-1, and SMBus blocks on i2c-0. The address is one of a PCF8574A.
        @Test(arguments: ["i2c-1", "i2c-0"])
        func bytesOnTheBusAreTheText(bus: String) throws {
            let traced = try TracedBus(bus, address: 0x3c)
            defer { traced.end() }
            let lcd = try traced.open(safe: LCDController.off) { port in
                LCD(name: "panel", size: .columns16rows2, port: port, observer: DeviceObserver())
            }
            var controller = SimulatedLCD()
            for text in ["Count 1\n12345678", "Count 2\n123456789"] {
                traced.queue.sync { lcd.show(text) }
                let rows = text.split(separator: "\n").map { row in
                    "\(row)" + String(repeating: " ", count: 16 - row.count)
                }
                try wait(until: "the LCD shows \(text)", details: "\(controller.faults)") {
                    for bytes in try traced.takeWrites() { controller.take(bytes) }
                    return controller.rows(columns: 16, starts: [0x00, 0x40]) == rows
                }
            }
            #expect(controller.faults == [])
            traced.queue.sync { lcd.close() }
            #expect(try traced.writes.last == LCDController.off)
        }
    }
}
