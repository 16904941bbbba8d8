import CLibrary
import CarillonAppliance
import CarillonGPIO

/// `carillon scan`: lists the devices that answer.
struct ScanCommand: Command {
    static let name = "scan"
    static let summary = "list the devices that answer, with the line of a wiring for each"
    static let help = """
        [BUS]... [--root FOLDER]

        Lists the devices that answer on I2C, and those of the kernel's drivers: 1-wire, IIO, hwmon, thermal zones and
        input devices. Each has the likely chip or kind, and the line of a wiring to paste. Devices of the same section
        belong together: thermometers: {room: ..., cellar: ...}. Devices on SPI do not answer a search.

        BUS is an I2C bus to scan, such as i2c-1; by default all but those of a PC's mainboard. No byte is written to a
        chip: an address is probed as i2cdetect does. Stop the appliance before, so that no other program uses the bus.
        The exit status is 1 if a bus could not be scanned.

          --root FOLDER   read FOLDER/sys and FOLDER/dev instead of those of this machine
        """

    private let buses: [String]
    private let root: String

    init(_ arguments: Arguments) throws {
        var root = ""
        buses = try arguments.read([("root", true)], operands: 0...16) { root = $1 }
        self.root = root
        for name in buses where !name.hasPrefix("i2c-") || UInt8(name.dropFirst(4)) == nil {
            throw UsageError("\"\(name)\" is no I2C bus; expected a name such as i2c-1")
        }
        for name in buses where !entries(ofFolder: "\(root)/dev").contains(name) {
            let present = entries(ofFolder: "\(root)/dev").filter { $0.hasPrefix("i2c-") }
            throw UsageError("\(BusError.noBus(name: name, present: present))")
        }
    }

    func run() throws {
        let found = Scan.buses(buses, root: root, open: Scan.open("\(root)/dev"))
        let drivers = [Scan.oneWire(root: root), Scan.industrialIO(root: root)] + Scan.temperatures(root: root)
        let scan = Scan(sections: found + drivers + [Scan.keys(root: root)])
        print(scan.text(isColored: Terminal.current.isColored), terminator: "")
        guard scan.isComplete else { throw AlreadyReported() }
    }
}
