import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// A kind of device on an I2C bus, for the checks of wirings.
private final class Gauge: Device {
    struct Settings: DeviceSettings {
        var bus = ""
        var address: UInt8 = 0x48

        static var fields: [Setting<Self>] {
            [
                Setting("bus", \.bus, .i2cBus, "the bus"),
                Setting("address", \.address, .i2cAddress(example: "0x48"), "the address"),
            ]
        }
    }

    static var kind: DeviceKind { DeviceKind("gauge") }
    static func wires(of settings: Settings) -> [LineWire] { [] }
    static func buses(of settings: Settings) -> [BusWire] {
        [BusWire(.i2c(bus: settings.bus, address: settings.address))]
    }

    let name: String
    var features: [Feature] { [] }
    func value(of feature: Int) -> Feature.Value { .text("") }

    init(_ name: String, _ settings: Settings, in context: DeviceContext) { self.name = name }
}

@Suite struct BusWiringTests {
    private func gauge(_ name: String, _ bus: String, _ address: UInt8) -> Wiring.Entry {
        .device(Gauge.self, name, file: "test", sourceLine: Int(address), column: 1) { settings in
            settings.bus = bus
            settings.address = address
        }
    }

    private func read(_ fields: [String: String]) throws(DescriptionError) -> Gauge.Settings {
        func node(_ text: String) -> DescriptionNode {
            DescriptionNode(content: .scalar(text), position: SourcePosition(file: "test"))
        }
        let entries = fields.map { (node($0), node($1)) }
        return try Gauge.Settings(
            DescriptionNode(content: .mapping(entries), position: SourcePosition(file: "test")), of: Gauge.kind)
    }

    /// Returns the error of an invalid wiring; nil if the wiring is valid.
    private func fault(_ body: () throws(DescriptionError) -> Void) -> String? {
        do throws(DescriptionError) {
            try body()
            return nil
        } catch {
            return error.message
        }
    }

    @Test(arguments: [("0x3c", 0x3c), ("60", 0x3c), ("0x08", 8), ("0x77", 0x77)] as [(String, UInt8)])
    func addressIsReadAsHexadecimalOrDecimalNumber(text: String, address: UInt8) throws {
        expectEqual(try read(["bus": "i2c-1", "address": text]).address, address)
    }

    @Test(arguments: ["0x07", "0x78", "0", "256", "-1", "3c"])
    func invalidAddressIsReported(text: String) {
        let fault = fault { () throws(DescriptionError) in _ = try read(["bus": "i2c-1", "address": text]) }
        expectEqual(
            fault, "address must be the 7-bit address in the data sheet, from 0x08 to 0x77, such as 0x48")
    }

    @Test(arguments: ["i2c", "i2c-", "i2c1", "i2c-1/..", "/dev/i2c-1", "spidev0.0"])
    func invalidBusIsReported(text: String) {
        let fault = fault { () throws(DescriptionError) in _ = try read(["bus": text]) }
        expectEqual(fault, "bus must be the name of an I2C bus in /dev, such as i2c-1")
        #expect(throws: DescriptionError.self) { try Wiring(gauge("a", text, 0x48)) }
    }

    @Test func twoDevicesWithTheSameAddressAreReportedWithTheirNames() throws {
        let fault = fault { () throws(DescriptionError) in
            _ = try Wiring(gauge("inside", "i2c-1", 0x48), gauge("outside", "i2c-1", 0x48))
        }
        expectEqual(
            fault, "gauge \"outside\" has the address 0x48 on i2c-1 of gauge \"inside\"; give each its own address")
        _ = try Wiring(
            gauge("a", "i2c-1", 0x48), gauge("b", "i2c-1", 0x49), gauge("c", "i2c-2", 0x48))
    }
}
