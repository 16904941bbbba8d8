import CarillonTest
import Testing

/// A servo on a bench, which uses only the servo's features.
@Suite struct ServoTests {
    /// A gate that opens while a button is held down.
    private static func makeGate(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
        let controller = Mobius.loop(
            update: { (_: Bool, isOpen: Bool) in Next<Bool, Never>.next(isOpen) },
            effectHandler: EffectRouter<Never, Bool>().asConnectable
        )
        .withEventSource(try board.button("open").changed { $0 })
        .makeController(from: false, on: board.queue)
        controller.connectView(try board.servo("gate").showing { $0 ? 90 : nil })
        return controller
    }

    private let wiring = try! Wiring(.servo("arm", line: "GPIO18") { $0.angles = 0...180 })

    @Test func loopTurnsIt() throws {
        let bench = try Bench(Self.makeGate)
        #expect(bench.changes.isEmpty)
        try bench.press("open")
        #expect(bench.changes.map(\.description) == ["servo gate 90°", "servo gate off"])
        #expect(bench.failures.isEmpty)
    }

    @Test(arguments: [(200, 180), (-1, 0), (45.5, 45.5), (.infinity, 180)] as [(Double, Double)])
    func angleBeyondTheRangeCountsAsTheNearest(angle: Double, result: Double) throws {
        let bench = try Bench(wiring: wiring)
        try bench.servo("arm").set(angle)
        #expect(try bench.servo("arm").angle == result)
    }

    @Test func nonNumbersHaveNoEffect() throws {
        let bench = try Bench(wiring: wiring)
        try bench.servo("arm").set(.nan)
        #expect(try bench.servo("arm").angle == nil)
        try bench.servo("arm").set(10)
        try bench.servo("arm").set(.nan)
        #expect(try bench.servo("arm").angle == 10)
    }

    @Test func itIsDrawnByItsPlaceInTheRange() throws {
        let bench = try Bench(wiring: wiring)
        let arm = try bench.servo("arm")
        var drawing = ""
        for angle in [0.0, 60, 180] {
            arm.set(angle)
            drawing += try bench.draw("arm", for: .milliseconds(1))
        }
        #expect(drawing == "_3-")
    }

    @Test func closedBoardLeavesItWithoutPulses() throws {
        let bench = try Bench(wiring: wiring)
        let arm = try bench.servo("arm")
        arm.set(90)
        bench.close()
        #expect(arm.angle == nil)
        arm.set(45)
        #expect(arm.angle == nil)
    }

    @Test func unknownServoIsReportedWithTheKnownServos() throws {
        let bench = try Bench(wiring: wiring)
        #expect(throws: BoardError.self) { try bench.servo("leg") }
        #expect(throws: BoardError.self) { try bench.relay("arm") }
    }
}
