import CarillonGPIO
import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

@Suite struct BoardChipTests {
    private let time = VirtualTime()

    @Test func linesAreFoundByTheKernelsNamesOnAnyChip() throws {
        let (first, second) = (chip("gpio-0-31", ["P8_12", "NC"]), chip("gpio-32-63", ["P9_12", "P9_14 [ehrpwm1a]"]))
        let board = BoardChip(try .named("beaglebone-black"), chips: [second, first])
        expectEqual(board.lineNames, ["P9_12", "P9_14", "P8_12"])
        let line = try board.requestInput("P9_14", settings: InputSettings())
        try second.drive("P9_14 [ehrpwm1a]", .active)
        expectEqual(try line.level(), .active)
    }

    @Test func lineWithoutANameIsFoundByItsNumberOnItsOwnChip() throws {
        let numbers = (0..<32).map(String.init)
        let chips = ["gpio0", "gpio1", "gpio3", "gpio4"].map { chip($0, numbers) }
        let board = BoardChip(try .named("rock-5b"), chips: chips)
        expectEqual(board.lineNames.count, 26)
        let line = try board.requestInput("GPIO4_B3", settings: InputSettings())
        try chips[3].drive("11", .active)
        expectEqual(try line.level(), .active)
    }

    @Test func kernelsNameOfALineTakesPrecedenceOverItsNumber() throws {
        let raspberryPi = chip("pinctrl-bcm2711", ["0", "1", "SDA1", "2"])
        let board = BoardChip(try .named("raspberry-pi-4b"), chips: [raspberryPi])
        _ = try board.requestInput("GPIO2", settings: InputSettings())
        #expect(raspberryPi.level(of: "SDA1") != nil)
        expectEqual(raspberryPi.level(of: "2"), nil)
    }

    @Test func outputsOfSeveralChipsAreSetTogetherByTheirBits() throws {
        let (periphs, aobus) = (chip("periphs-banks", ["CON1-P03", "CON1-P05"]), chip("aobus-banks", ["CON1-P40"]))
        let board = BoardChip(try .named("banana-pi-m5"), chips: [periphs, aobus])
        let lines = try board.requestOutputs(
            ["GPIOX_17", "GPIOAO_4", "GPIOX_18"].map { ($0, OutputSettings()) })
        try lines.set(0b110)
        expectEqual(periphs.level(of: "CON1-P03"), .inactive)
        expectEqual(aobus.level(of: "CON1-P40"), .active)
        expectEqual(periphs.level(of: "CON1-P05"), .active)
    }

    @Test func failingChipDoesNotKeepOthersFromBeingSet() throws {
        let (broken, works) = (BrokenChip(), chip("aobus-banks", ["CON1-P40"]))
        let lines = try BoardChip(try .named("banana-pi-m5"), chips: [broken, works])
            .requestOutputs(["GPIOX_17", "GPIOAO_4"].map { ($0, OutputSettings()) })
        #expect(throws: BrokenChip.failure) { try lines.set(0b11) }
        expectEqual(works.level(of: "CON1-P40"), .active)
        #expect(throws: BrokenChip.failure) { try lines.close() }
        expectEqual(works.level(of: "CON1-P40"), .inactive)
        _ = try works.requestInput("CON1-P40", settings: InputSettings())
    }

    @Test func linesAreReleasedIfAnotherChipRefusesTheRequest() throws {
        let (periphs, aobus) = (chip("periphs-banks", ["CON1-P03"]), chip("aobus-banks", ["CON1-P40"]))
        let board = BoardChip(try .named("banana-pi-m5"), chips: [periphs, aobus])
        _ = try board.requestInput("GPIOAO_4", settings: InputSettings())
        #expect(throws: GPIOError.self) {
            try board.requestOutputs(["GPIOX_17", "GPIOAO_4"].map { ($0, OutputSettings()) })
        }
        _ = try periphs.requestInput("CON1-P03", settings: InputSettings())
    }

    @Test func deviceIsRequestedByTheChipsNamesOfItsLines() throws {
        let (periphs, aobus) = (chip("periphs-banks", ["CON1-P03", "CON1-P05"]), chip("aobus-banks", ["CON1-P40"]))
        let board = BoardChip(try .named("banana-pi-m5"), chips: [aobus, periphs])
        let device = try board.requestDevice(at: .lines(clock: "GPIOX_17", data: "GPIOX_18"), safe: [])
        expectEqual(device.address, .lines(clock: "CON1-P03", data: "CON1-P05"))
        #expect(periphs.level(of: "CON1-P03") == .active && periphs.level(of: "CON1-P05") == .active)
        let display = BusAddress.spiWithDataLine(
            device: "spidev0.0", mode: 0, speed: 8_000_000, data: "GPIOAO_4", reset: nil)
        _ = try board.requestDevice(at: display, safe: [])
        expectEqual(aobus.level(of: "CON1-P40"), .inactive)
        #expect(throws: BusError.line(.noLine(name: "GPIO17", chip: board.label))) {
            try board.requestDevice(at: .lines(clock: "GPIO17", data: "GPIOX_18"), safe: [])
        }
    }

    @Test func lineThatNoChipHasIsReported() throws {
        let board = BoardChip(try .named("raspberry-pi-5"), chips: [chip("pinctrl-rp1", ["GPIO2"])])
        #expect(throws: GPIOError.noLine(name: "GPIO17", chip: "pinctrl-rp1")) {
            try board.requestInput("GPIO17", settings: InputSettings())
        }
    }

    private func chip(_ label: String, _ lineNames: [String]) -> SimulatedChip {
        SimulatedChip(label: label, lineNames: lineNames, time: time)
    }
}

/// A chip whose outputs cannot be set.
private final class BrokenChip: GPIOChip, OutputLines {
    static let failure = GPIOError.system(operation: "setting the line", errno: 121)

    let label = "periphs-banks"
    let lineNames = ["CON1-P03"]

    func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine { throw Self.failure }
    func requestOutputs(_ lines: [(name: String, settings: OutputSettings)]) -> any OutputLines { self }
    func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable { EmptyDisposable() }
    func set(_ levels: UInt64) throws(GPIOError) { throw Self.failure }
    func close() throws(GPIOError) { throw Self.failure }
}
