import CarillonGPIO
import TestSupport
import Testing

@Suite struct GPIOErrorTests {
    static let rows: [Row<GPIOError, String>] = [
        Row(
            "line in use is reported with its user and a remedy",
            .lineInUse(name: "GPIO17", chip: "pinctrl-rp1", consumer: "spi0 CS0"),
            #"line "GPIO17" of "pinctrl-rp1" is in use by "spi0 CS0"; free it, or wire the device to another line"#),
        Row(
            "missing permission is reported with the group",
            .noPermission(path: "/dev/gpiochip0", group: "gpio"), "sudo usermod -aG gpio $USER"),
        Row(
            "missing PWM channel is reported with a remedy",
            .noPWM(chip: "pwmchip7", channel: 0), "dtoverlay=pwm-2chan"),
        Row(
            // EROFS.
            "read-only folder is reported with a remedy",
            .system(operation: "opening /sys/class/pwm/pwmchip0/export", errno: 30), "give the program write access"),
    ]

    @Test(arguments: rows) func errorNamesItsCauseAndARemedy(row: Row<GPIOError, String>) {
        #expect("\(row.given)".contains(row.expected), sourceLocation: row.place)
    }
}
