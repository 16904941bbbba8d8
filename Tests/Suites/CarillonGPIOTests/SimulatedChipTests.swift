import CarillonGPIO
import CarillonScheduling
import Synchronization
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
        time.advance(by: .milliseconds(3))
        try chip.drive("GPIO2", .active)
        time.advance(by: .milliseconds(4))
        try chip.drive("GPIO2", .inactive)
        #expect(
            edges.withLock { $0 } == [
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
        #expect(chip.pulses(of: "pwmchip0", channel: 1)?.period == .milliseconds(20))
        #expect(dutyCycle() == .zero)
        #expect(throws: GPIOError.self) { try request() }
        try pwm.set(dutyCycle: .microseconds(1500))
        #expect(dutyCycle() == .microseconds(1500))
        try pwm.set(dutyCycle: .seconds(1))
        #expect(dutyCycle() == .milliseconds(20))
        try pwm.set(dutyCycle: .seconds(-1))
        #expect(dutyCycle() == .zero)
        try pwm.close()
        #expect(dutyCycle() == .milliseconds(20))
        try request().close()
    }

    @Test func drivingALineToTheLevelThatItHasIsNoEdge() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        try line.watch { _ in Issue.record("no edge was to come") }
        try chip.drive("GPIO2", .inactive)
        #expect(try line.level() == .inactive)
    }

    @Test func outputHasItsFirstLevelFromTheStart() throws {
        let lines = try chip.requestOutputs([("GPIO3", OutputSettings(initialLevel: .active))])
        #expect(chip.level(of: "GPIO3") == .active)
        try lines.set(0)
        #expect(chip.level(of: "GPIO3") == .inactive)
    }

    @Test func simulatedOutputsNeedNoPulses() throws {
        #expect(try !chip.requestOutputs([("GPIO3", OutputSettings())]).needPulses)
    }

    @Test func outputThatIsGivenBackIsLeftAtItsSafeLevel() throws {
        let lines = try chip.requestOutputs([
            ("GPIO3", OutputSettings(safeLevel: .active)), ("GPIO2", OutputSettings()),
        ])
        try lines.set(0b10)
        try lines.close()
        #expect(chip.level(of: "GPIO3") == .active)
        #expect(chip.level(of: "GPIO2") == .inactive)
    }

    @Test func inputBeginsAtTheLevelItIsDrivenTo() throws {
        try chip.drive("GPIO2", .active)
        #expect(chip.level(of: "GPIO2") == .active)
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        #expect(try line.level() == .active)
        #expect(throws: GPIOError.noLine(name: "GPIO99", chip: "simulated")) { try chip.drive("GPIO99", .active) }
    }

    @Test func lineIsRequestedOnceUntilItIsGivenBack() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        #expect(throws: GPIOError.lineInUse(name: "GPIO2", chip: "simulated", consumer: "this program")) {
            try chip.requestOutputs([("GPIO2", OutputSettings())])
        }
        line.close()
        _ = try chip.requestOutputs([("GPIO2", OutputSettings())])
    }

    @Test func lineThatTheChipLacksIsAnError() {
        #expect(throws: GPIOError.noLine(name: "GPIO99", chip: "simulated")) {
            try chip.requestInput("GPIO99", settings: InputSettings())
        }
    }

    @Test func linesThatAreDrivenTogetherAreInTheOrderOfTheirRequest() throws {
        let lines = try chip.requestOutputs([("GPIO3", OutputSettings()), ("GPIO2", OutputSettings())])
        try lines.set(0b10)
        #expect(chip.level(of: "GPIO3") == .inactive)
        #expect(chip.level(of: "GPIO2") == .active)
    }

    @Test func lineOfSeveralThatIsTakenLeavesTheOthersFree() throws {
        _ = try chip.requestInput("GPIO3", settings: InputSettings())
        #expect(throws: GPIOError.self) {
            try chip.requestOutputs([("GPIO2", OutputSettings()), ("GPIO3", OutputSettings())])
        }
        _ = try chip.requestInput("GPIO2", settings: InputSettings())
    }

    @Test func edgeThatIsLostIsCountedWithTheNextOne() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        let edges = Mutex<[Edge]>([])
        try line.watch { edge in edges.withLock { $0.append(try! edge.get()) } }
        try chip.drive("GPIO2", .active, isLost: true)
        #expect(try line.level() == .active)
        try chip.drive("GPIO2", .inactive)
        #expect(edges.withLock { $0 } == [Edge(level: .inactive, time: .zero, missed: 1)])
    }

    @Test func unpluggedChipFailsItsLinesAndReportsLevelsOnReturn() throws {
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
        #expect(told.withLock { $0 } == ["gone", "chip false", "active", "chip true"])
        presence.dispose()
        chip.unplug()
        #expect(told.withLock { $0.count } == 5)
    }
}
