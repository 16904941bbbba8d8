import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// Digit displays on the kernel's buses: the visible digits follow from the bytes on the bus.
extension RealKernel {
    @Suite struct Digits {
        /// The chip is memory (i2c-stub), on a bus that has only SMBus.
        @Test func bytesToAnHT16K33AreTheDigits() throws {
            let traced = try TracedBus("i2c-0", address: 0x70)
            defer { traced.end() }
            let display = try traced.open(safe: DigitController.Chip.ht16k33.off) { port in
                DigitDisplay(
                    name: "clock", controller: DigitController(.ht16k33, count: 4, brightness: 0.2), count: 4,
                    port: port, observer: DeviceObserver())
            }
            var chip = SimulatedDigits(.ht16k33)
            for (text, digits) in [("12:34", "12:34"), ("12:35", "12:35"), ("-6.5", " -6.5"), ("7089", "7089")] {
                traced.queue.sync { display.show(text) }
                try wait(until: "the display shows \(text)", details: "\(chip.text ?? "nothing") \(chip.faults)") {
                    for bytes in try traced.takeWrites() { chip.take(bytes) }
                    return chip.text == digits
                }
            }
            #expect(chip.faults == [])
            #expect(chip.duty == 4)
            traced.queue.sync { display.close() }
            #expect(try traced.writes.last == [0x80])
        }

        @Test func bytesToAMAX7219AreTheDigits() throws {
            let trace = try SPITrace()
            defer { trace.end() }
            let gpio = try GPIOSimChip.raspberryPi4B()
            defer { gpio.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let reference = try #require(DigitDisplay.models.reference("max7219 spidev0.0"))
            let display = try queue.perform {
                let lines = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                let safe = DigitController.Chip.max7219.off
                return DigitDisplay(
                    name: "clock", controller: DigitController(.max7219, count: 8, brightness: 0.5), count: 8,
                    port: BusPort(try lines.requestDevice(at: reference.address, safe: safe), queue: queue),
                    observer: DeviceObserver())
            }
            for (text, digits) in [("12345678", "12345678"), ("-12.5", "    -12.5"), ("-12.6", "    -12.6")] {
                queue.sync { display.show(text) }
                var chip = SimulatedDigits(.max7219)
                try wait(until: "the display shows \(text)", details: "\(chip.text ?? "nothing") \(chip.faults)") {
                    chip = SimulatedDigits(.max7219)
                    for transfer in try trace.transfers(to: "spi0.0") { chip.take(transfer.bytes) }
                    return chip.text == digits
                }
                #expect(chip.faults == [])
                #expect(chip.duty == 17)
            }
            queue.sync { display.close() }
            #expect(try trace.transfers(to: "spi0.0").last?.bytes == [0x0c, 0x00])
        }
    }
}
