import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@Suite struct SimulatedBusTests {
    private static let address = BusAddress.i2c(bus: "i2c-1", address: 0x3c)

    private let chip = SimulatedChip(lineNames: [], time: VirtualTime())

    @Test func deviceReturnsZerosUntilASimulationHandlesItsTransfers() throws {
        let written = Mutex<[[UInt8]]>([])
        let device = try chip.requestDevice(at: Self.address, safe: [])
        expectEqual(try device.transfer([1], reading: 2), [0, 0])
        chip.attach(
            { bytes, _ in
                written.withLock { $0.append(bytes) }
                return [7, 8, 9]
            }, at: Self.address)
        try device.write([1, 2])
        expectEqual(try device.transfer([3], reading: 2), [7, 8])
        expectEqual(try device.read(4), [7, 8, 9, 0])
        expectEqual(written.withLock { $0 }, [[1, 2], [3], []])
        chip.attach({ _, _ throws(BusError) in throw .noAnswer(Self.address) }, at: Self.address)
        #expect(throws: BusError.noAnswer(Self.address)) { try device.write([1]) }
    }

    @Test func deviceIsMadeSafeWhenItIsClosedAndCanBeRequestedAgain() throws {
        let last = Mutex<[UInt8]>([])
        chip.attach(
            { bytes, _ in
                last.withLock { $0 = bytes }
                return []
            }, at: Self.address)
        let device = try chip.requestDevice(at: Self.address, safe: [0xae])
        #expect(throws: BusError.inUse(Self.address)) { try chip.requestDevice(at: Self.address, safe: []) }
        try device.close()
        expectEqual(last.withLock { $0 }, [0xae])
        _ = try chip.requestDevice(at: Self.address, safe: [])
    }

    @Test(arguments: [
        (BusError.noBus(name: "i2c-9", present: ["i2c-1"]), "no bus \"i2c-9\" (found: i2c-1); enable I2C"),
        (.noBus(name: "spidev0.0", present: []), "no bus \"spidev0.0\" (found: none); enable SPI"),
        (.noAnswer(address), "no device responds at 0x3c on i2c-1; check its wires"),
        (.inUse(.i2c(bus: "i2c-1", address: 8)), "the device at 0x08 on i2c-1 is in use"),
        (
            .noPermission(path: "/dev/i2c-1", group: "i2c"),
            "no permission to open /dev/i2c-1; add the user to the group \"i2c\""
        ),
        (.timedOut(address), "a transfer to 0x3c on i2c-1 timed out"),
        (.line(.lineInUse(name: "GPIO25", chip: "simulated", consumer: "spi0")), "line \"GPIO25\" of \"simulated\""),
        (.system(operation: "writing to 0x3c on i2c-1", errno: 5), "writing to 0x3c on i2c-1: Input/output error"),
    ])
    func errorNamesCausePlaceAndRemedy(error: BusError, text: String) {
        #expect(error.description.hasPrefix(text))
    }
}
