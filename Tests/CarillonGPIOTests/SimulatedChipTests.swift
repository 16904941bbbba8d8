import CarillonGPIO
import CarillonRealTime
import Synchronization
import Testing

@Suite struct SimulatedChipTests {
    private let time = VirtualTime()
    private let chip: SimulatedChip

    init() {
        chip = SimulatedChip(lineNames: ["GPIO2", "GPIO3"], time: time)
    }

    @Test func anInputThatIsDrivenTellsItsEdgesWithTheirTimes() throws {
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

    @Test func drivingALineToTheLevelThatItHasIsNoEdge() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        try line.watch { _ in Issue.record("no edge was to come") }
        try chip.drive("GPIO2", .inactive)
        #expect(try line.level() == .inactive)
    }

    @Test func anOutputHasItsFirstLevelFromTheStart() throws {
        let line = try chip.requestOutput("GPIO3", settings: OutputSettings(initialLevel: .active))
        #expect(chip.level(of: "GPIO3") == .active)
        try line.set(.inactive)
        #expect(chip.level(of: "GPIO3") == .inactive)
    }

    @Test func aLineIsRequestedOnceUntilItIsGivenBack() throws {
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        #expect(throws: GPIOError.lineInUse(name: "GPIO2", chip: "simulated", consumer: "this program")) {
            try chip.requestOutput("GPIO2", settings: OutputSettings())
        }
        line.close()
        _ = try chip.requestOutput("GPIO2", settings: OutputSettings())
    }

    @Test func aLineThatTheChipLacksIsAnError() {
        #expect(throws: GPIOError.noLine(name: "GPIO99", chip: "simulated")) {
            try chip.requestInput("GPIO99", settings: InputSettings())
        }
    }
}
