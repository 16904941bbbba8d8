import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// Analog inputs by the program's own code, and their cost in a program as it is shipped.
extension RealKernel {
    @Suite struct Analogs {
        /// The data sheets, figures 5-1 and 6-1 (MCP3008, MCP3208) and 6-2 (MCP3304): a start bit, single-ended, the channel,
        /// and two bytes of clocks for the number.
        @Test(arguments: [("mcp3008", 1023), ("mcp3208", 4095), ("mcp3304", 4095)] as [(String, Double)])
        func eachChannelOfAConverterOnSPIIsRead(name: String, largest: Double) throws {
            let chip = try #require(AnalogInput.Settings.models.reference("\(name) spidev1.2"))
            let model = try ModelChip(
                AnalogConverter(chip: chip, channel: 0, reference: 3.3).twin,
                at: .spi(select: 2, isRead: { _ in true }))
            defer { model.end() }
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let device = try KernelBusDevice(chip.address, safe: [], bus: queue)
            for channel in 0..<8 { model.operate("\(Double(channel) * 0.45)", channel: channel) }
            for channel in 0..<8 {
                let volts = try AnalogConverter(chip: chip, channel: channel, reference: 3.3).read(device)
                #expect(abs(volts - Double(channel) * 0.45) <= 3.3 / largest, "channel \(channel)")
            }
            expectEqual(model.transfers, (0..<8).map { ModelChip.Transfer(written: [0x60 | UInt8($0) << 2], count: 2) })
        }

        private static let wiring = """
            buttons: {plus: GPIO17, minus: GPIO27}
            leds: {bit0: GPIO5, bit1: GPIO6}
            numbers: {count: [bit0, bit1]}
            """

        /// Returns the share of the processor that the counter takes with a wiring, in percent, and the number of transfers
        /// on SPI, in 3 s that begin after its start.
        private func cost(_ wiring: String) throws -> (share: Double, transfers: Int) {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("analogs-\(UUID()).yaml")
            try wiring.write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let statistics = KernelFile(path: "/sys/bus/spi/devices/spi0.0/statistics/spi_sync")
            var (share, transfers) = (0.0, 0)
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
                let before = Int(try statistics.read()) ?? 0
                usleep(3_000_000)
                share = (time(clock) - used) / (time(CLOCK_MONOTONIC) - start) * 100
                transfers = (Int(try statistics.read()) ?? 0) - before
            }
            return (share, transfers)
        }

        /// The SPI bus of `spidev0.0` answers at once. Other programs of the guest only add to the processor's time, so the least
        /// of up to three measurements counts.
        @Test func eightChannelsAt100HertzTakeLessThan3PercentOfTheProcessor() throws {
            let channels = (0..<8).map { "  a\($0): {chip: mcp3008 spidev0.0, channel: \($0), every: 10 ms}\n" }
            let without = try cost(Self.wiring).share
            var least = Double.infinity
            for _ in 0..<3 where least >= 3 {
                let (with, transfers) = try cost(Self.wiring + "\nanalogs:\n" + channels.joined())
                print("8 channels at 100 Hz: \(with) % of the processor, without them \(without) %")
                #expect((2300...2500).contains(transfers))
                least = min(least, with - without)
            }
            #expect(least < 3)
        }
    }
}
