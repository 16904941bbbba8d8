import CarillonGPIO
import CarillonRealTime
import Synchronization
import Testing

@testable import CarillonDevices

@Suite struct LEDTests {
    private let parts = Parts()

    @Test func itDrivesItsLine() throws {
        let led = try parts.led("GPIO5")
        led.set(true)
        #expect(parts.chip.level(of: "GPIO5") == .active)
        led.set(false)
        #expect(parts.chip.level(of: "GPIO5") == .inactive)
    }

    @Test func aChangeIsToldOnce() throws {
        let led = try parts.led("GPIO5")
        for isOn in [false, true, true, false] { led.set(isOn) }
        #expect(parts.changes == [.led(name: "GPIO5", isOn: true), .led(name: "GPIO5", isOn: false)])
    }

    @Test func closingPutsItOutAndGivesTheLineBack() throws {
        let led = try parts.led("GPIO5")
        led.set(true)
        led.close()
        #expect(parts.changes.last == .led(name: "GPIO5", isOn: false))
        _ = try parts.led("GPIO5")
    }
}

@Suite struct NumberDisplayTests {
    private let parts = Parts()

    @Test(arguments: [(1, "___-"), (2, "__-_"), (5, "_-_-"), (15, "----"), (16, "____"), (-1, "----"), (0, "____")])
    func itShowsTheLowestBits(number: Int, levels: String) throws {
        let display = try parts.display()
        display.show(number)
        #expect(parts.levels == levels)
    }

    @Test func eachModelOfALoopIsShown() throws {
        let connection = try parts.display().connect { _ in }
        connection.accept(0)
        connection.accept(3)
        #expect(parts.levels == "__--")
        #expect(parts.changes == [.number(name: "count", value: 3)])
    }

    @Test func aNumberFromAnotherThreadIsShownOnTheQueue() async throws {
        let display = try parts.display()
        await Task.detached { display.show(1) }.value
        parts.time.advance(by: .zero)
        #expect(parts.chip.level(of: "GPIO5") == .active)
    }
}

/// LEDs on a simulated chip.
private struct Parts {
    private static let lines = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]

    let time = VirtualTime()
    let chip: SimulatedChip
    private let memory = Memory()

    private final class Memory: Sendable {
        let changes = Mutex<[PartChange]>([])
    }

    init() {
        chip = SimulatedChip(lineNames: Self.lines, time: time)
    }

    var changes: [PartChange] { memory.changes.withLock { $0 } }

    /// The levels of the LEDs, the most significant first.
    var levels: String { String(Self.lines.reversed().map { chip.level(of: $0) == .active ? "-" : "_" }) }

    func led(_ line: String, isSilent: Bool = false) throws -> LED {
        try LED(
            name: line, line: chip.requestOutput(line, settings: OutputSettings()), queue: time,
            observer: isSilent ? PartObserver() : observer)
    }

    func display() throws -> NumberDisplay {
        try NumberDisplay(
            name: "count", leds: Self.lines.map { try led($0, isSilent: true) }, queue: time, observer: observer)
    }

    private var observer: PartObserver {
        PartObserver { [memory] change in memory.changes.withLock { $0.append(change) } }
    }
}
