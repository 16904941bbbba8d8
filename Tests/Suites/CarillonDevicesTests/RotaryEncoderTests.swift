import CarillonGPIO
import Testing

@testable import CarillonDevices

/// The two contacts are drawn one below the other: `-` closed, `_` open.
@Suite struct QuadratureTests {
    @Test func cycleIsAStepToTheRightIfAClosesFirst() {
        expect(
            "_--__",
            "__--_", steps: [1])
    }

    @Test func cycleIsAStepToTheLeftIfBClosesFirst() {
        expect(
            "__--_",
            "_--__", steps: [-1])
    }

    @Test func bouncingContactIsOneStep() {
        expect(
            "_-_-_-----_-_-___",
            "_____-_-_-------_", steps: [1])
    }

    @Test func knobThatTremblesAndGoesBackIsNoStep() {
        expect(
            "_-__--__-_",
            "__________", steps: [])
        expect(
            "_---__",
            "__-___", steps: [])
    }

    @Test func edgeThatIsLostCostsNoStep() {
        expect(
            "_-_",
            "_-_", steps: [])
        // The first and the last edge of the step arrived, so the direction is known.
        expect(
            "_-__",
            "__-_", steps: [1])
    }

    @Test func knobWithTwoStepsACycleClicksWhereBothAreClosed() {
        expect(
            "_--__",
            "__--_", per: .two, steps: [1, 1])
    }

    @Test func knobWithoutDetentsReportsEachQuarterCycle() {
        expect(
            "_--__",
            "__--_", per: .four, steps: [1, 1, 1, 1])
    }

    private func expect(
        _ a: String, _ b: String, per cycle: RotaryEncoder.StepsPerCycle = .one, steps expected: [Int],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var quadrature = Quadrature(a: .inactive, b: .inactive, steps: cycle)
        let steps = zip(a, b).map { a, b in
            quadrature.contacts(a: a == "-" ? .active : .inactive, b: b == "-" ? .active : .inactive)
        }
        #expect(steps.filter { $0 != 0 } == expected, sourceLocation: sourceLocation)
    }
}

@Suite struct RotaryEncoderTests {
    private let bench = InputBench()
    private let encoder: RotaryEncoder

    init() throws {
        encoder = try RotaryEncoder(
            name: "volume", a: bench.input("GPIO2"), b: bench.input("GPIO3"), queue: bench.time,
            observer: bench.observer)
        bench.follow(encoder.turned { "\($0)" })
    }

    @Test func turnsAreEvents() throws {
        for _ in 1...2 { try turn("GPIO2", "GPIO3") }
        try turn("GPIO3", "GPIO2")
        #expect(bench.log == ["1", "1", "-1"])
        #expect(encoder.position == 1)
    }

    @Test func edgesThatComeTogetherAreDecodedInTheOrderOfTheirTimes() throws {
        // One line reports all its edges before the other line reports any.
        let (a, b) = (ScriptedLine(), ScriptedLine())
        let encoder = try RotaryEncoder(name: "volume", a: a, b: b, queue: bench.time, observer: bench.observer)
        a.tell([(.active, 1), (.inactive, 3), (.active, 5), (.inactive, 7)])
        b.tell([(.active, 2), (.inactive, 4), (.active, 6), (.inactive, 8)])
        bench.time.advance(by: .zero)
        #expect(encoder.position == 2)
    }

    @Test func edgeThatIsLostLeavesItWhereItsContactsAre() throws {
        try bench.chip.drive("GPIO2", .active)
        try bench.chip.drive("GPIO3", .active)
        bench.time.advance(by: .zero)
        try bench.chip.drive("GPIO2", .inactive, isLost: true)
        try bench.chip.drive("GPIO3", .inactive)
        try bench.chip.drive("GPIO2", .active)
        bench.time.advance(by: .zero)
        #expect(encoder.lostEdges == 1)
        try bench.chip.drive("GPIO2", .inactive)
        bench.time.advance(by: .zero)
        try turn("GPIO2", "GPIO3")
        #expect(bench.log.last == "1")
    }

    private func turn(_ first: String, _ second: String) throws {
        for (line, level) in [(first, Level.active), (second, .active), (first, .inactive), (second, .inactive)] {
            try bench.chip.drive(line, level)
            bench.time.advance(by: .milliseconds(1))
        }
    }
}

/// `@unchecked Sendable`: a test uses it on its own thread.
private final class ScriptedLine: InputLine, @unchecked Sendable {
    private var handler: ((Result<Edge, GPIOError>) -> Void)?

    func tell(_ edges: [(Level, Int)]) {
        for (level, time) in edges { handler?(.success(Edge(level: level, time: .milliseconds(time)))) }
    }

    func level() -> Level { .inactive }
    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) { self.handler = handler }
    func close() {}
}
