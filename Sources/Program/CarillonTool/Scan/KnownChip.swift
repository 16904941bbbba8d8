/// A chip on I2C that can be at an address: a line for each.
///
/// An address is no proof, because many chips share one. Reading a chip's id would be, but a chip of another kind could take
/// the number of the register for a command. So a scan lists all chips of an address.
struct KnownChip: Sendable {
    /// How a chip is used.
    enum Use: Sendable {
        /// By a kind of device: its section in a wiring, and the chip's name there.
        case device(section: String, chip: String)
        /// By a display of a section, whose wiring states the bus and the address.
        case display(section: String, standard: UInt8)
        /// By a driver of the kernel, or not at all.
        case other(String)
    }

    /// The name, as on the module.
    let title: String
    let addresses: [ClosedRange<UInt8>]
    let use: Use

    init(_ title: String, _ addresses: ClosedRange<UInt8>..., use: Use) {
        (self.title, self.addresses, self.use) = (title, addresses, use)
    }

    /// Returns the line of a wiring for the chip on a bus; nil if no kind of device uses it.
    func wiring(bus: String, address: UInt8) -> WiringLine? {
        switch use {
        case .device(let section, let chip):
            WiringLine(section, "\(chip) \(bus) \(hexadecimal(address))")
        case .display(let section, let standard):
            WiringLine(
                section, address == standard ? bus : "{bus: \(bus), address: \(hexadecimal(address))}")
        case .other: nil
        }
    }

    /// Returns the chips that can be at an address.
    static func all(at address: UInt8) -> [KnownChip] {
        all.filter { $0.addresses.contains { $0.contains(address) } }
    }

    /// The chips, with the addresses that their data sheets allow.
    static let all: [KnownChip] = [
        KnownChip("SSD1306 or SH1106", 0x3c...0x3d, use: .display(section: "displays", standard: 0x3c)),
        KnownChip("BME280", 0x76...0x77, use: .device(section: "climates", chip: "bme280")),
        KnownChip("BMP280", 0x76...0x77, use: .device(section: "climates", chip: "bmp280")),
        KnownChip("LM75 or TMP102", 0x48...0x4f, use: .device(section: "thermometers", chip: "lm75")),
        KnownChip("ADS1115", 0x48...0x4b, use: .device(section: "analogs", chip: "ads1115")),
        KnownChip("SCD40 or SCD41", 0x62...0x62, use: .device(section: "co2-sensors", chip: "scd41")),
        KnownChip("MPR121", 0x5a...0x5d, use: .device(section: "touch-keys", chip: "mpr121")),
        KnownChip("PN532", 0x24...0x24, use: .device(section: "rfids", chip: "pn532")),
        KnownChip(
            "MCP23017", 0x20...0x27, use: .other("lines for a board file; dtoverlay=mcp23017 on a Raspberry Pi")),
        KnownChip("HT16K33", 0x70...0x77, use: .device(section: "digit-displays", chip: "ht16k33")),
        KnownChip("PCF8574 of an LCD", 0x20...0x27, 0x38...0x3f, use: .display(section: "lcds", standard: 0x27)),
        KnownChip(
            "PCF8574", 0x20...0x27, 0x38...0x3f,
            use: .other("lines for a board file; dtoverlay=pcf857x,pcf8574 on a Raspberry Pi")),
        KnownChip(
            "PCA9685", 0x40...0x47, use: .other("PWM channels; dtoverlay=i2c-pwm-pca9685a on a Raspberry Pi")),
        KnownChip(
            "DS3231 or DS1307", 0x68...0x68,
            use: .other("a clock with a battery; dtoverlay=i2c-rtc,ds3231 on a Raspberry Pi")),
        KnownChip("EEPROM", 0x50...0x57, use: .other("a memory, also of a screen or an add-on board; leave it alone")),
    ]
}

/// Returns an address as wirings have it: `0x3c`.
func hexadecimal(_ address: UInt8) -> String { "0x\(address < 0x10 ? "0" : "")\(String(address, radix: 16))" }
