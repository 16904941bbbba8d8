import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// Strips of pixels on the kernel's SPI bus: the colours follow from the bytes on the bus and from its clock. The guest has no
/// wires, so pauses of a controller within a transfer, which would be a reset, do not show here.
extension RealKernel {
    @Suite struct PixelStrips {
        /// Red, green and blue of three pixels.
        private static let colors = [Color.red, .green, .white]
        private static let levels: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [255, 255, 255]]

        /// Shows the colours, closes the strip, and returns its transfers. The trace ends after 64 bytes, within
        /// the zeros of the reset, which its length completes.
        private func transfers(of chip: PixelEncoding.Chip) throws -> [[UInt8]] {
            let trace = try SPITrace()
            defer { trace.end() }
            let gpio = try GPIOSimChip.raspberryPi4B()
            defer { gpio.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let encoding = PixelEncoding(chip: chip, count: 3)
            let address = BusAddress.spi(device: "spidev0.0", mode: 0, speed: chip.speed)
            let strip = try queue.perform {
                let lines = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                let port = BusPort(try lines.requestDevice(at: address, safe: encoding.dark), queue: queue)
                return PixelStrip(name: "clock", encoding: encoding, port: port, observer: DeviceObserver())
            }
            let wanted = encoding.bytes(Self.levels.flatMap { $0 })
            queue.sync { strip.show(Self.colors) }
            try wait(until: "the colours are on the bus") {
                try trace.transfers(to: "spi0.0").contains { wanted.starts(with: $0.bytes) }
            }
            queue.sync { strip.close() }
            let transfers = try trace.transfers(to: "spi0.0")
            #expect(transfers.allSatisfy { $0.length == wanted.count && $0.bytes.count == min($0.length, 64) })
            return transfers.map { $0.bytes + Array(repeating: 0, count: $0.length - $0.bytes.count) }
        }

        /// The first transfer makes the pixels dark, and the last one as well.
        @Test(arguments: [(.ws2812, .ws2812), (.sk6812, .sk6812)] as [(PixelEncoding.Chip, SimulatedPixels.Times)])
        func pulsesOnTheBusAreThoseOfTheDataSheet(
            chip: PixelEncoding.Chip, times: SimulatedPixels.Times
        ) throws {
            let received = try transfers(of: chip).map { SimulatedPixels.received($0, at: chip.speed, times) }
            let dark = [UInt8](repeating: 0, count: 9)
            // Green comes first.
            #expect(received.contains([0, 255, 0, 255, 0, 0, 255, 255, 255]))
            #expect(received.first == dark && received.last == dark)
        }

        @Test func framesOnTheBusAreThoseOfTheDataSheet() throws {
            let received = try transfers(of: .apa102).map { SimulatedPixels.clocked($0, count: 3) }
            #expect(received.allSatisfy { $0 != nil && $0!.clocks >= 2 })
            let levels = received.map { $0?.levels }
            // Blue comes first.
            #expect(levels.contains([[0, 0, 255], [0, 255, 0], [255, 255, 255]]))
            #expect(levels.last == [[0, 0, 0], [0, 0, 0], [0, 0, 0]])
        }
    }
}
