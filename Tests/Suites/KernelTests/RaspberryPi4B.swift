extension GPIOSimChip {
    /// Returns a chip with the label and the header's line names of a Raspberry Pi 4B, and with udev's permissions.
    ///
    /// - Parameter holders: Lines that a driver holds: the line's name, the driver's name.
    static func raspberryPi4B(holders: [String: String] = [:]) throws -> GPIOSimChip {
        let chip = try GPIOSimChip(
            label: "pinctrl-bcm2711", lineCount: 58, lineNames: ["ID_SDA", "ID_SCL"] + (2...27).map { "GPIO\($0)" },
            holders: holders)
        do {
            try chip.give(toGroup: "gpio")
        } catch {
            chip.remove()
            throw error
        }
        return chip
    }
}
