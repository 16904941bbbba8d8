import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@Suite struct SimulatedChipTests {
    private let time = VirtualTime()
    private let chip: SimulatedChip

    init() {
        chip = SimulatedChip(lineNames: ["GPIO2", "GPIO3"], time: time)
    }

    @Test func drivenInputReportsEdgesWithTheirTimes() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        let edges = Mutex<[Edge]>([])
        try line.watch { edge in edges.withLock { $0.append(try! edge.get()) } }
        // The line has this level already.
        try chip.drive("GPIO2", .inactive)
        expectEqual(try line.level(), .inactive)
        time.advance(by: .milliseconds(3))
        try chip.drive("GPIO2", .active)
        time.advance(by: .milliseconds(4))
        try chip.drive("GPIO2", .inactive)
        expectEqual(
            edges.withLock { $0 },
            [
                Edge(level: .active, time: .milliseconds(3)), Edge(level: .inactive, time: .milliseconds(7)),
            ])
    }

    @Test func pwmChannelReportsItsPulsesAndIsSafeAtTheEnd() throws {
        func dutyCycle() -> Duration? { chip.pulses(of: "pwmchip0", channel: 1)?.dutyCycle }
        #expect(chip.pulses(of: "pwmchip0", channel: 1) == nil)
        let request = {
            try chip.requestPWM(
                chip: "pwmchip0", channel: 1, period: .milliseconds(20), settings: OutputSettings(safeLevel: .active))
        }
        let pwm = try request()
        expectEqual(chip.pulses(of: "pwmchip0", channel: 1)?.period, .milliseconds(20))
        expectEqual(dutyCycle(), .zero)
        #expect(throws: GPIOError.self) { try request() }
        try pwm.set(dutyCycle: .microseconds(1500))
        expectEqual(dutyCycle(), .microseconds(1500))
        try pwm.set(dutyCycle: .seconds(1))
        expectEqual(dutyCycle(), .milliseconds(20))
        try pwm.set(dutyCycle: .seconds(-1))
        expectEqual(dutyCycle(), .zero)
        try pwm.close()
        expectEqual(dutyCycle(), .milliseconds(20))
        try request().close()
    }

    @Test func outputsHaveTheirFirstLevelsTheSetLevelsAndThenTheirSafeLevels() throws {
        func levels() -> [Level?] { [chip.level(of: "GPIO3"), chip.level(of: "GPIO2")] }
        let lines = try chip.requestOutputs([
            ("GPIO3", OutputSettings(initialLevel: .active, safeLevel: .active)), ("GPIO2", OutputSettings()),
        ])
        #expect(!lines.needPulses)
        expectEqual(levels(), [.active, .inactive])
        try lines.set(0b10)
        expectEqual(levels(), [.inactive, .active])
        try lines.close()
        expectEqual(levels(), [.active, .inactive])
    }

    @Test func inputStartsAtTheLevelThatWasDrivenBefore() throws {
        try chip.drive("GPIO2", .active)
        expectEqual(chip.level(of: "GPIO2"), .active)
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        expectEqual(try line.level(), .active)
        #expect(throws: GPIOError.noLine(name: "GPIO99", chip: "simulated")) { try chip.drive("GPIO99", .active) }
    }

    @Test func lineInUseIsRefusedUntilItsReleaseAndARefusalLeavesOtherLinesFree() throws {
        let outputs: [(name: String, settings: OutputSettings)] = [
            ("GPIO2", OutputSettings()), ("GPIO3", OutputSettings()),
        ]
        let line = try chip.requestInput("GPIO3", settings: InputSettings())
        #expect(throws: GPIOError.lineInUse(name: "GPIO3", chip: "simulated", consumer: "this program")) {
            try chip.requestOutputs(outputs)
        }
        try chip.requestInput("GPIO2", settings: InputSettings()).close()
        line.close()
        _ = try chip.requestOutputs(outputs)
    }

    @Test func lineThatTheChipDoesNotHaveIsReported() {
        #expect(throws: GPIOError.noLine(name: "GPIO99", chip: "simulated")) {
            try chip.requestInput("GPIO99", settings: InputSettings())
        }
    }

    @Test func lostEdgeIsCountedInTheNextEdge() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        let edges = Mutex<[Edge]>([])
        try line.watch { edge in edges.withLock { $0.append(try! edge.get()) } }
        try chip.drive("GPIO2", .active, isLost: true)
        expectEqual(try line.level(), .active)
        try chip.drive("GPIO2", .inactive)
        expectEqual(edges.withLock { $0 }, [Edge(level: .inactive, time: .zero, missed: 1)])
    }

    @Test func linesOfAnUnpluggedChipFailAndReportTheirLevelsOnItsReturn() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        let told = Mutex<[String]>([])
        try line.watch { edge in
            let text = (try? edge.get()).map { "\($0.level)" } ?? "gone"
            told.withLock { $0.append(text) }
        }
        let presence = chip.observePresence { isPresent in told.withLock { $0.append("chip \(isPresent)") } }
        chip.unplug()
        #expect(throws: GPIOError.chipGone(label: "simulated")) { try line.level() }
        try chip.drive("GPIO2", .active)
        chip.plugIn()
        expectEqual(told.withLock { $0 }, ["gone", "chip false", "active", "chip true"])
        presence.dispose()
        chip.unplug()
        expectEqual(told.withLock { $0.count }, 5)
    }

    /// As the kernel's chip, and the same in each process.
    @Test func inputsReportTheReturnOfTheChipInTheOrderOfTheirOffsets() throws {
        let names = (0..<20).map { "GPIO\($0)" }
        let chip = SimulatedChip(lineNames: names, time: time)
        let told = Mutex<[String]>([])
        for name in names.reversed() {
            try chip.requestInput(name, settings: InputSettings()).watch { _ in told.withLock { $0.append(name) } }
        }
        chip.unplug()
        expectEqual(told.withLock { $0 }, names)
        for name in names { try chip.drive(name, .active) }
        chip.plugIn()
        expectEqual(told.withLock { $0 }, names + names)
    }
}
