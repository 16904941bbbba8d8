import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import TestSupport
import Testing

extension RealKernel {
    /// Devices on the kernel's buses: those of Tests/VirtualMachine/buses.c, and i2c-stub, which supports only SMBus.
    @Suite struct Buses {
        private let queue: RealTimeQueue

        init() throws { queue = try RealTimeQueue(name: "i2c", priority: 0) }

        private func open(_ bus: String, _ address: UInt8, safe: [UInt8] = []) throws -> KernelBusDevice {
            try KernelBusDevice(.i2c(bus: bus, address: address), safe: safe, bus: queue)
        }

        @Test(arguments: ["i2c-0", "i2c-1"])
        func writtenBytesAreSentOnTheBus(bus: String) throws {
            let trace = try BusTrace()
            defer { trace.end() }
            let device = try open(bus, 0x3c, safe: [0x00, 0xae])
            let long = [0x40] + (1...32 as ClosedRange<UInt8>)
            try device.write([0x80])
            try device.write(long)
            try device.close()
            expectEqual(try trace.writes(to: 0x3c, on: bus), [[0x80], long, [0x00, 0xae]])
        }

        @Test func readReturnsTheAnswerOfTheDevice() throws {
            let device = try open("i2c-1", 0x50)
            try device.write([1, 2, 3])
            expectEqual(try device.read(3), [1, 2, 3])
            expectEqual(try device.transfer([9], reading: 2), [9, 0xff])
        }

        @Test func smBusReadsAsManyBytesAsItSupports() throws {
            let device = try open("i2c-0", 0x3c)
            let values = Array(1...32 as ClosedRange<UInt8>)
            try device.write([0x60] + values)
            expectEqual(try device.transfer([0x60], reading: 32), values)
            expectEqual(try device.transfer([0x61], reading: 1), [2])
            for (bytes, count) in [([UInt8](repeating: 0, count: 34), 0), ([0], 33), ([0, 1], 1), ([], 2)] {
                let error = BusError.unsupported(
                    device.address, transfer: "write \(bytes.count) bytes and then read \(count)")
                #expect(throws: error) { try device.transfer(bytes, reading: count) }
            }
        }

        @Test func addressWithoutADeviceIsReported() throws {
            let device = try open("i2c-1", 0x20)
            #expect(throws: BusError.noAnswer(device.address)) { try device.write([0]) }
            #expect(throws: BusError.noAnswer(device.address)) { try device.read(1) }
        }

        @Test func deviceOwnedByADriverIsReported() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            #expect(throws: BusError.inUse(.i2c(bus: "i2c-0", address: 0x40))) { try open("i2c-0", 0x40) }
        }

        @Test func deviceOnSPIIsWrittenAndRead() throws {
            let events = "/sys/kernel/tracing/events/spi/spi_transfer_stop/enable"
            try KernelFile(path: "/sys/kernel/tracing/trace").empty()
            try KernelFile(path: events).write("1")
            defer { try? KernelFile(path: events).write("0") }
            let device = try KernelBusDevice(
                .spi(device: "spidev0.0", mode: 3, speed: 500_000), safe: [0x12], bus: queue)
            expectEqual(try device.transfer([1, 2, 3], reading: 2), [0xff, 0xff])
            try device.close()
            let trace = try KernelFile(path: "/sys/kernel/tracing/trace").read()
            for bytes in ["tx=[01-02-03]", "rx=[ff-ff]", "tx=[12]"] { #expect(trace.contains(bytes), "\(trace)") }
        }

        @Test func eachBusOfAChipHasAThreadOfItsOwnAtOrdinaryPriority() throws {
            let gpio = try GPIOSimChip.raspberryPi4B()
            defer { gpio.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 50)
            defer { queue.stop() }
            expectEqual(queue.grantedPriority, 50)
            try queue.perform {
                let chip = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                let device = try chip.requestDevice(at: .i2c(bus: "i2c-1", address: 0x3c), safe: [])
                let same = try chip.requestDevice(at: .i2c(bus: "i2c-1", address: 0x50), safe: [])
                let other = try chip.requestDevice(at: .i2c(bus: "i2c-0", address: 0x3c), safe: [])
                #expect(device.bus === same.bus && device.bus !== other.bus && device.bus !== queue)
                #expect((device.bus as? RealTimeQueue)?.name == "i2c-1")
                var policy: Int32 = -1
                device.bus.sync { policy = sched_getscheduler(0) }
                expectEqual(policy, SCHED_OTHER)
                for device in [device, same, other] { try device.close() }
            }
        }
    }
}
