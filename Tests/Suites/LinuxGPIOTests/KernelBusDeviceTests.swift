import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import TestSupport
import Testing

/// The errors of buses that cannot be used. KernelTests has the working buses.
@Suite struct KernelBusDeviceTests {
    private let root: TemporaryFolder
    private let queue: RealTimeQueue

    init() throws {
        root = try TemporaryFolder()
        queue = try RealTimeQueue(name: "i2c-1", priority: 0)
    }

    private func open(_ address: BusAddress) throws -> KernelBusDevice {
        try KernelBusDevice(address, safe: [], bus: queue, root: root.path)
    }

    @Test func missingBusIsReportedWithTheExistingOnes() throws {
        for name in ["i2c-2", "i2c-10", "spidev1.0", "tty"] { try root.write("", to: name) }
        #expect(throws: BusError.noBus(name: "i2c-1", present: ["i2c-10", "i2c-2"])) {
            try open(.i2c(bus: "i2c-1", address: 0x3c))
        }
        #expect(throws: BusError.noBus(name: "spidev0.0", present: ["spidev1.0"])) {
            try open(.spi(device: "spidev0.0", mode: 0, speed: 1_000_000))
        }
    }

    @Test func fileThatIsNotABusIsReported() throws {
        try root.write("", to: "i2c-1")
        #expect(throws: BusError.system(operation: "opening \(root.path)/i2c-1", errno: ENOTTY)) {
            try open(.i2c(bus: "i2c-1", address: 0x3c))
        }
    }
}
