import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import TestSupport
import Testing

/// The tests of libgpiod that need no chip. KernelTests has the others.
@Suite struct GPIODChipTests {
    @Test func chipThatIsNotHereIsAnErrorThatNamesIt() throws {
        let queue = try RealTimeQueue(name: "test", priority: 0)
        defer { queue.stop() }
        let error = expectError(GPIOError.self) {
            try GPIODChip(label: "pinctrl-none", consumer: "test", queue: queue)
        }
        #expect(error?.description.contains("pinctrl-none") ?? false)
    }

    @Test func lineInUseIsReportedWithItsUserAndARemedy() {
        let error = GPIOError.lineInUse(name: "GPIO17", chip: "pinctrl-rp1", consumer: "spi0 CS0")
        #expect(
            "\(error)"
                == #"line "GPIO17" of "pinctrl-rp1" is in use by "spi0 CS0"; free it, or wire the device to another line"#
        )
    }

    @Test func missingPermissionIsReportedWithTheGroup() {
        let error = GPIOError.noPermission(path: "/dev/gpiochip0", group: "gpio")
        #expect("\(error)".contains("sudo usermod -aG gpio $USER"))
    }
}
