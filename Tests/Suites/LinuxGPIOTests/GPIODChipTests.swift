import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import TestSupport
import Testing

/// The test of libgpiod that needs no chip. KernelTests has the others.
@Suite struct GPIODChipTests {
    @Test func missingChipIsReportedWithItsName() throws {
        let queue = try RealTimeQueue(name: "test", priority: 0)
        defer { queue.stop() }
        let error = expectError(GPIOError.self) {
            try GPIODChip(label: "pinctrl-none", consumer: "test", queue: queue)
        }
        #expect(error?.description.contains("pinctrl-none") ?? false)
    }
}
