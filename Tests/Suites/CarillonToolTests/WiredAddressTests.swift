import CarillonGPIO
import Foundation
import LinuxGPIO
import TestSupport
import Testing

@testable import CarillonTool

/// The faults of the places of devices, in folders like the kernel's.
@Suite struct WiredAddressTests {
    private let root: TestSupport.TemporaryFolder
    private let display = BusAddress.i2c(bus: "i2c-1", address: 0x3c)
    private let converter = BusAddress.spi(device: "spidev0.0", mode: 0, speed: 1_000_000)

    init() throws { root = try TestSupport.TemporaryFolder() }

    private func fault(
        _ address: BusAddress, answers: Set<UInt8> = [], error: BusError? = nil
    ) -> String? {
        WiredAddress(address, root: root.path) { (_, number) throws(BusError) in
            if let error { throw error }
            return answers.contains(number) ? .device : .none
        }.fault
    }

    private func link(_ path: String, to driver: String) throws {
        try root.write("", to: "\(path)/name")
        try FileManager.default.createSymbolicLink(
            atPath: root.file("\(path)/driver"), withDestinationPath: "../../drivers/\(driver)")
    }

    // MARK: I2C

    @Test func deviceOnI2CNeedsItsParameterItsModuleAndAnAnswer() throws {
        expectEqual(fault(display)?.contains("enable I2C (dtparam=i2c_arm=on in"), true)
        try root.write("adapter", to: "sys/bus/i2c/devices/i2c-1/name")
        let module = "sudo modprobe i2c-dev && echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf"
        expectEqual(fault(display), "no file /dev/i2c-1; run \(module)")
        try root.write("", to: "dev/i2c-1")
        let silent = "no device responds at 0x3c on i2c-1; check its wires, its power and its address"
        expectEqual(fault(display, answers: [0x3d]), "\(silent) (carillon scan i2c-1)")
        expectEqual(fault(display, error: .timedOut(display))?.contains("timed out; check the wires"), true)
        // An adapter that cannot probe is not a fault of the device.
        expectEqual(fault(display, error: .unsupported(display, transfer: "probe it safely")), nil)
        expectEqual(fault(display, answers: [0x3c]), nil)
    }

    @Test func driverThatUsesTheDeviceIsNamed() throws {
        try root.write("", to: "dev/i2c-1")
        try link("sys/bus/i2c/devices/1-0048", to: "lm75")
        let fault = fault(.i2c(bus: "i2c-1", address: 0x48), answers: [0x48])
        expectEqual(fault?.hasPrefix("the kernel's driver lm75 uses 0x48 on i2c-1; remove its overlay"), true)
        expectEqual(fault?.hasSuffix("echo 1-0048 | sudo tee /sys/bus/i2c/drivers/lm75/unbind"), true)
    }

    // MARK: SPI

    @Test func spiDeviceNeedsItsParameterItsModuleOrNoDriver() throws {
        expectEqual(fault(converter)?.contains("enable SPI (dtparam=spi=on in"), true)
        try root.write("", to: "sys/bus/spi/devices/spi0.0/modalias")
        expectEqual(fault(converter)?.hasPrefix("no file /dev/spidev0.0; run sudo modprobe spidev"), true)
        try link("sys/bus/spi/devices/spi0.0", to: "mcp320x")
        expectEqual(fault(converter)?.hasPrefix("the kernel's driver mcp320x uses spi0.0; remove its overlay"), true)
        try root.write("", to: "dev/spidev0.0")
        expectEqual(fault(converter), nil)
    }

    @Test func displayOnSPINeedsItsParameterAndADisplayOnLinesNeedsNothing() throws {
        let display = BusAddress.spiWithDataLine(
            device: "spidev0.0", mode: 0, speed: 8_000_000, data: "GPIO25", reset: nil)
        expectEqual(fault(display)?.contains("enable SPI (dtparam=spi=on in"), true)
        try root.write("", to: "dev/spidev0.0")
        expectEqual(fault(display), nil)
        expectEqual(fault(.lines(clock: "GPIO23", data: "GPIO24")), nil)
    }

    // MARK: The kernel's drivers

    @Test func sensorOn1WireNeedsItsOverlayItsWiresAndItsModule() throws {
        let sensor = BusAddress.kernel(.oneWire, name: "")
        expectEqual(
            fault(sensor),
            "no sensor of the kernel's w1 (found: none); on a Raspberry Pi run "
                + "echo dtoverlay=w1-gpio | sudo tee -a /boot/firmware/config.txt, and reboot")
        try root.write("", to: "sys/bus/w1/devices/w1_bus_master1/name")
        expectEqual(fault(sensor)?.contains("check its wires, and the resistor of 4.7 kΩ"), true)
        try root.write("", to: "sys/bus/w1/devices/28-000005e2fdc3/name")
        expectEqual(fault(sensor)?.hasPrefix("no driver for 28-000005e2fdc3; run sudo modprobe w1-therm"), true)
        try root.write("20500\n", to: "sys/bus/w1/devices/28-000005e2fdc3/temperature")
        expectEqual(fault(sensor), nil)
        expectEqual(fault(.kernel(.oneWire, name: "28-000005e2fdc3")), nil)
        let other = fault(.kernel(.oneWire, name: "28-1"))
        expectEqual(other?.contains("(found: 28-000005e2fdc3); correct its number in the wiring"), true)
    }

    @Test func diskNeedsItsFolder() throws {
        expectEqual(fault(.kernel(.machine, name: "disk \(root.path)")), nil)
        expectEqual(fault(.kernel(.machine, name: "load")), nil)
        expectEqual(fault(.kernel(.machine, name: "disk /nowhere"))?.hasPrefix("no folder /nowhere; mount it"), true)
    }

    @Test(arguments: [
        (KernelDriver.industrialIO, "ads1015", "bus/iio/devices/iio:device0/name", "dtoverlay=ads1015"),
        (.hardwareMonitor, "lm75", "class/hwmon/hwmon3/name", "dtoverlay=i2c-sensor,lm75"),
        (.hardwareMonitor, "drivetemp", "class/hwmon/hwmon0/name", "sudo modprobe drivetemp"),
        (.thermalZone, "cpu-thermal", "class/thermal/thermal_zone0/type", "correct its name in the wiring"),
    ])
    func sensorOfADriverNeedsItsOverlayOrModule(driver: KernelDriver, name: String, file: String, remedy: String) throws
    {
        let missing = fault(.kernel(driver, name: name))
        expectEqual(
            missing?.hasPrefix("no sensor \"\(name)\" of the kernel's \(driver.rawValue) (found: none); "), true)
        expectEqual(missing?.contains(remedy), true)
        try root.write("\(name)\n", to: "sys/\(file)")
        expectEqual(fault(.kernel(driver, name: name)), nil)
        expectEqual(fault(.kernel(driver, name: "other"))?.contains("(found: \(name))"), true)
    }
}
