import Foundation
import Testing

@testable import CarillonDevices

/// The cost of analog inputs, in a program as it is shipped.
extension RealKernel {
    @Suite struct Analogs {
        private static let wiring = """
            buttons: {plus: GPIO17, minus: GPIO27}
            leds: {bit0: GPIO5, bit1: GPIO6}
            numbers: {count: [bit0, bit1]}
            """

        /// Returns the share of the processor that the counter takes with a wiring, in percent, apart from its start.
        private func share(_ wiring: String) throws -> Double {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("analogs-\(UUID()).yaml")
            try wiring.write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            var share = 0.0
            try CounterPanel.run(arguments: ["--wiring", file.path]) { panel in
                var clock = clockid_t()
                clock_getcpuclockid(panel.program.identifier, &clock)
                func time(_ clock: clockid_t) -> Double {
                    var time = timespec()
                    clock_gettime(clock, &time)
                    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
                }
                usleep(1_000_000)
                let (used, start) = (time(clock), time(CLOCK_MONOTONIC))
                usleep(3_000_000)
                share = (time(clock) - used) / (time(CLOCK_MONOTONIC) - start) * 100
            }
            return share
        }

        /// The SPI bus of `spidev0.0` answers at once; that of `spidev1.2` answers when the test has been scheduled, which
        /// costs the program two switches of the processor for each transfer.
        @Test(arguments: ["spidev0.0", "spidev1.2"])
        func eightChannelsAt100HertzTakeLessThan3PercentOfTheProcessor(device: String) throws {
            let twin = AnalogConverter(
                chip: try #require(AnalogConverter.models.reference("mcp3008 spidev1.2")), channel: 0, reference: 3.3)
            let model = try ModelChip(twin.twin, at: .spi(select: 2, isRead: { _ in true }))
            defer { model.end() }
            let channels = (0..<8).map { "  a\($0): {chip: mcp3008 \(device), channel: \($0), every: 10 ms}\n" }
            let without = try share(Self.wiring)
            let with = try share(Self.wiring + "\nanalogs:\n" + channels.joined())
            print("8 channels at 100 Hz on \(device): \(with) % of the processor, without them \(without) %")
            #expect(with - without < 3)
        }
    }
}
