import CarillonTest
import TestSupport
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
        controller.connectView(try board.servo("gate").view { $0 ? 90 : nil })
        return controller
    }

    private let wiring = try! Wiring(.servo("arm", line: "GPIO18") { $0.angles = 0...180 })

    @Test func loopTurnsTheServo() throws {
        let bench = try Bench(Self.makeGate)
        #expect(bench.changes.isEmpty)
        try bench.press("open")
        expectEqual(bench.changes.map(\.description), ["servo gate 90°", "servo gate off"])
        #expect(bench.failures.isEmpty)
    }

    static let angles: [Row<[Double], Double?>] = [
        Row("an angle above the range is its end", [200], 180),
        Row("an angle below the range is its beginning", [-1], 0),
        Row("an infinite angle is the end of the range", [.infinity], 180),
        Row("an angle within the range is kept", [45.5], 45.5),
        Row("a non-number before the first angle has no effect", [.nan], nil),
        Row("a non-number after an angle has no effect", [10, .nan], 10),
    ]

    @Test(arguments: angles) func angleIsLimitedToItsRange(row: Row<[Double], Double?>) throws {
        let bench = try Bench(wiring: wiring)
        let arm = try bench.servo("arm")
        for angle in row.given { arm.set(angle) }
        expectEqual(arm.angle, row.expected, sourceLocation: row.place)
    }

    @Test func closedBoardLeavesTheServoWithoutPulses() throws {
        let bench = try Bench(wiring: wiring)
        let arm = try bench.servo("arm")
        arm.set(90)
        bench.close()
        expectEqual(arm.angle, nil)
        arm.set(45)
        expectEqual(arm.angle, nil)
    }
}
