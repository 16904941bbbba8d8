import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

/// Devices on buses whose lines the bus's thread drives.
@Suite struct DeviceLinesTests {
    private static let data = "GPIO25"
    private static let reset = "GPIO24"

    private let chip = SimulatedChip(lineNames: [data, reset, "GPIO23"], time: VirtualTime())

    /// The levels of the lines and the bytes of each transfer.
    private struct Seen: Equatable {
        var data: Level?
        var reset: Level?
        var bytes: [UInt8]
    }

    private func spi(reset: String? = nil) -> BusAddress {
        .spiWithDataLine(device: "spidev0.0", mode: 0, speed: 8_000_000, data: Self.data, reset: reset)
    }

    /// Requests a device, and returns the record of its transfers.
    private func open(_ address: BusAddress, safe: [UInt8]) throws -> (any BusDevice, () -> [Seen]) {
        let seen = Locked<[Seen]>([])
        chip.attach(
            { [chip] bytes, _ in
                let (data, reset) = (chip.level(of: Self.data), chip.level(of: Self.reset))
                seen.withLock { $0.append(Seen(data: data, reset: reset, bytes: bytes)) }
                return []
            }, at: address)
        return (try chip.requestDevice(at: address, safe: safe), { seen.withLock { $0 } })
    }

    // MARK: A line for data

    @Test func dataLineIsHighForDataAndLowForCommandsAndTheLastTransfer() throws {
        let (device, seen) = try open(spi(), safe: [0x00, 0xae])
        expectEqual(chip.level(of: Self.data), .inactive)
        for bytes in [[0x00, 0xb0, 0x10], [0x40, 1, 2, 3], [0x40, 4], [0x00, 0xaf]] as [[UInt8]] {
            try device.write(bytes)
        }
        expectEqual(
            seen(),
            [
                Seen(data: .inactive, bytes: [0xb0, 0x10]), Seen(data: .active, bytes: [1, 2, 3]),
                Seen(data: .active, bytes: [4]), Seen(data: .inactive, bytes: [0xaf]),
            ])
        try device.write([0x40, 1])
        try device.close()
        expectEqual(seen().last, Seen(data: .inactive, bytes: [0xae]))
        expectEqual(chip.level(of: Self.data), .inactive)
        _ = try chip.requestInput(Self.data, settings: InputSettings())
    }

    @Test func deviceIsInResetUntilTheFirstTransferAndAfterTheLast() throws {
        let (device, seen) = try open(spi(reset: Self.reset), safe: [0x00, 0xae])
        expectEqual(chip.level(of: Self.reset), .inactive)
        try device.write([0x00, 1])
        try device.write([0x40, 2])
        try device.close()
        expectEqual(seen().map(\.reset), [.active, .active, .active])
        expectEqual(chip.level(of: Self.reset), .inactive)
    }

    @Test func failedReleaseOfLinesIsReportedAndTheDeviceIsSwitchedOff() throws {
        let (device, seen) = try open(.spi(device: "spidev0.0", mode: 0, speed: 8_000_000), safe: [0xae])
        let display = DataLineDevice(device, at: spi(), lines: StuckLines(), safe: [0x00, 0xae])
        #expect(throws: BusError.line(StuckLines.failure)) { try display.close() }
        expectEqual(seen().map(\.bytes), [[0xae]])
    }

    @Test func lineInUseIsReported() throws {
        _ = try chip.requestInput(Self.data, settings: InputSettings())
        let error = BusError.line(.lineInUse(name: Self.data, chip: "simulated", consumer: "this program"))
        for address in [spi(), .lines(clock: "GPIO23", data: Self.data)] {
            #expect(throws: error) { try chip.requestDevice(at: address, safe: []) }
        }
        #expect(throws: BusError.line(.noLine(name: "GPIO99", chip: "simulated"))) {
            try chip.requestDevice(at: .lines(clock: "GPIO99", data: Self.reset), safe: [])
        }
    }

    // MARK: Two lines

    @Test(arguments: [[0x40], [0xc0, 0x06, 0x5b, 0xff, 0x00], [0x8f], [0x01], [0x80, 0x80]] as [[UInt8]])
    func edgesOfTheTwoLinesEncodeTheBytes(bytes: [UInt8]) throws {
        let levels = TwoLineDevice.levels(of: bytes)
        var decoder = TwoLineDecoder()
        for level in levels { decoder.take(clock: level & 1 == 1, data: level & 2 == 2) }
        expectEqual(decoder.transfers, [bytes])
        expectEqual(decoder.faults, [])
        // A start, three for each bit and each acknowledgement, and a stop.
        expectEqual(levels.count, 2 + 27 * bytes.count + 3)
        #expect(levels.first == 0b11 && levels.last == 0b11)
    }

    @Test func linesAreHighBetweenTransfersAndCarryTheSafeBytesAtTheEnd() throws {
        let device = try chip.requestDevice(at: .lines(clock: "GPIO23", data: Self.reset), safe: [0x80])
        expectEqual(["GPIO23", Self.reset].map { chip.level(of: $0) }, [.active, .active])
        let decoder = Locked(TwoLineDecoder())
        let watch: @Sendable (Level) -> Void = { [chip] _ in
            let (clock, data) = (chip.level(of: "GPIO23") == .active, chip.level(of: Self.reset) == .active)
            decoder.withLock { $0.take(clock: clock, data: data) }
        }
        for line in ["GPIO23", Self.reset] { chip.watchOutput(line, watch) }
        try device.write([0x40])
        try device.write([0xc0, 1, 2])
        // The device sends nothing.
        #expect(throws: BusError.noAnswer(.lines(clock: "GPIO23", data: Self.reset))) { try device.read(1) }
        try device.close()
        expectEqual(decoder.withLock { $0.transfers }, [[0x40], [0xc0, 1, 2], [0x80]])
        expectEqual(decoder.withLock { $0.faults }, [])
        expectEqual(["GPIO23", Self.reset].map { chip.level(of: $0) }, [.active, .active])
    }
}

/// Lines that can be driven, but not released.
private final class StuckLines: OutputLines {
    static let failure = GPIOError.system(operation: "releasing GPIO25", errno: 5)

    func set(_ levels: UInt64) throws(GPIOError) {}

    func close() throws(GPIOError) { throw Self.failure }
}
