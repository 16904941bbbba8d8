import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// The two contacts are drawn one below the other: `-` closed, `_` open.
@Suite struct QuadratureTests {
    struct Knob {
        var steps = RotaryEncoder.StepsPerCycle.one
        let a: String
        let b: String
    }

    static let drawings: [Row<Knob, [Int]>] = [
        Row(
            "a cycle is a step to the right if A closes first",
            Knob(
                a: "_--__",
                b: "__--_"), [1]),
        Row(
            "a cycle is a step to the left if B closes first",
            Knob(
                a: "__--_",
                b: "_--__"), [-1]),
        Row(
            "a bouncing contact is one step",
            Knob(
                a: "_-_-_-----_-_-___",
                b: "_____-_-_-------_"), [1]),
        Row(
            "a knob that trembles reports no step",
            Knob(
                a: "_-__--__-_",
                b: "__________"), []),
        Row(
            "a knob that is turned back reports no step",
            Knob(
                a: "_---__",
                b: "__-___"), []),
        Row(
            "a lost edge does not lose a step",
            Knob(
                a: "_-_",
                b: "_-_"), []),
        Row(
            "a step whose first and last edge arrive has its direction",
            Knob(
                a: "_-__",
                b: "__-_"), [1]),
        Row(
            "a knob with two steps a cycle clicks where both are closed",
            Knob(
                steps: .two,
                a: "_--__",
                b: "__--_"), [1, 1]),
        Row(
            "a knob without detents reports each quarter cycle",
            Knob(
                steps: .four,
                a: "_--__",
                b: "__--_"), [1, 1, 1, 1]),
    ]

    @Test(arguments: drawings) func contactsReportTheseSteps(row: Row<Knob, [Int]>) {
        var quadrature = Quadrature(a: .inactive, b: .inactive, steps: row.given.steps)
        let steps = zip(row.given.a, row.given.b).map { a, b in
            quadrature.contacts(a: a == "-" ? .active : .inactive, b: b == "-" ? .active : .inactive)
        }
        expectEqual(steps.filter { $0 != 0 }, row.expected, sourceLocation: row.place)
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

    @Test func turnsAreSentAsEvents() throws {
        for _ in 1...2 { try turn("GPIO2", "GPIO3") }
        try turn("GPIO3", "GPIO2")
        expectEqual(bench.log, ["1", "1", "-1"])
        expectEqual(encoder.position, 1)
    }

    @Test func edgesThatArriveTogetherAreDecodedInTheOrderOfTheirTimes() throws {
        // One line reports all its edges before the other line reports any.
        let (a, b) = (ScriptedLine(), ScriptedLine())
        let encoder = try RotaryEncoder(name: "volume", a: a, b: b, queue: bench.time, observer: bench.observer)
        a.tell([(.active, 1), (.inactive, 3), (.active, 5), (.inactive, 7)])
        b.tell([(.active, 2), (.inactive, 4), (.active, 6), (.inactive, 8)])
        bench.time.advance(by: .zero)
        expectEqual(encoder.position, 2)
    }

    @Test func encoderRecoversAfterALostEdge() throws {
        try bench.chip.drive("GPIO2", .active)
        try bench.chip.drive("GPIO3", .active)
        bench.time.advance(by: .zero)
        try bench.chip.drive("GPIO2", .inactive, isLost: true)
        try bench.chip.drive("GPIO3", .inactive)
        try bench.chip.drive("GPIO2", .active)
        bench.time.advance(by: .zero)
        expectEqual(encoder.lostEdges, 1)
        try bench.chip.drive("GPIO2", .inactive)
        bench.time.advance(by: .zero)
        try turn("GPIO2", "GPIO3")
        expectEqual(bench.log.last, "1")
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
