import CarillonDevices
import CarillonTest
import TestSupport
import Testing

/// Groups, bars and two-colour LEDs, by their settings in a wiring.
@Suite struct LightTests {
    private static let leds: [Wiring.Entry] = (0..<4).map { .led("l\($0)", line: "GPIO\($0 + 5)") }
    private static let names = ["l0", "l1", "l2", "l3"]

    private func bench(_ entry: Wiring.Entry) throws -> Bench<Void> { try Bench(wiring: Wiring(Self.leds + [entry])) }

    private func brightnesses(_ bench: Bench<Void>) throws -> [Double] {
        try Self.names.map { (try bench.led($0).brightness * 100).rounded() / 100 }
    }

    // MARK: Groups

    @Test func groupShowsPatternOnAllLEDs() throws {
        let bench = try bench(.group("tree", leds: Self.names))
        try bench.group("tree").set(.blinking(times: 2))
        expectEqual(bench.lit, Set(Self.names))
        expectEqual(try bench.group("tree").pattern, .blinking(times: 2))
        bench.advance(by: .seconds(5))
        expectEqual(bench.lit, [])
        expectEqual(try bench.group("tree").pattern, .off)
        expectEqual(bench.changes.map { "\($0)" }, ["group tree blinking 2 times", "group tree off"])
        // A bench without a wiring makes the group and its LEDs.
        let improvised = try Bench()
        try improvised.group("any").set(.on)
        expectEqual(improvised.lit.count, 4)
    }

    @Test func groupShowsPatternOfEachLED() throws {
        let bench = try bench(.group("tree", leds: Self.names))
        try bench.group("tree").set(["l0": .on, "l2": .dimmed(to: 0.2), "elsewhere": .on])
        expectEqual(try brightnesses(bench), [1, 0, 0.2, 0])
        expectEqual(try bench.group("tree").pattern, .on)
        try bench.group("tree").set(.off)
        expectEqual(bench.changes.map { "\($0)" }, ["group tree on", "group tree off"])
    }

    @Test func benchSetsAGroup() throws {
        let bench = try bench(.group("tree", leds: Self.names))
        try bench.set("tree", to: .toggle(.dimmed(to: 0.4)))
        expectEqual(try brightnesses(bench), [0.4, 0.4, 0.4, 0.4])
        try bench.led("l1").off()
        expectEqual(try bench.group("tree").pattern, .on)
    }

    @Test func viewOfAGroupContinuesPatternsAndDoesNotRepeatFiniteOnes() throws {
        let bench = try bench(.group("tree", leds: Self.names))
        let view: Connection<Int> = try bench.group("tree").view { (model: Int) -> [String: Pattern] in
            ["l0": .blinking(), "l1": .on(for: .seconds(1)), "l2": model > 2 ? .on : .off]
        }.connect { _ in }
        view.accept(1)
        bench.advance(by: .milliseconds(1500))
        expectEqual(bench.lit, [])
        view.accept(2)
        bench.advance(by: .milliseconds(600))
        expectEqual(bench.lit, ["l0"])
        view.accept(3)
        expectEqual(bench.lit, ["l0", "l2"])
        view.dispose()
    }

    // MARK: Bars

    @Test(
        arguments: [
            (0.5, [1, 1, 0, 0], 2.0), (0.6, [1, 1, 0.4, 0], 2.4), (-0.3, [0, 0, 0.2, 1], -1.2), (-2, [1, 1, 1, 1], -4),
            (.nan, [0, 0, 0, 0], 0),
        ] as [(Double, [Double], Double)])
    func barDimsLastLEDAndShowsNegativeAmounts(share: Double, expected: [Double], level: Double) throws {
        let bench = try bench(
            .bar("load", leds: Self.names) {
                $0.dimsLast = true
                $0.isSigned = true
            })
        try bench.bar("load").set(share)
        expectEqual(try brightnesses(bench), expected)
        #expect((try bench.bar("load").level - level).magnitude < 0.01)
        expectEqual(try bench.bar("load").lit, expected.count { $0 > 0 })
    }

    @Test func signedBarRoundsToWholeLEDs() throws {
        let bench = try bench(.bar("load", leds: Self.names) { $0.isSigned = true })
        try bench.bar("load").set(-0.6)
        expectEqual(try brightnesses(bench), [0, 0, 1, 1])
        try bench.set("load", to: .level(-3))
        expectEqual(try brightnesses(bench), [0, 1, 1, 1])
        #expect(throws: BenchError.self) { try bench.set("load", to: .level(-5)) }
    }

    @Test func barWithoutNegativeAmountsRefusesThem() throws {
        let bench = try bench(.bar("load", leds: Self.names))
        try bench.bar("load").set(-0.6)
        expectEqual(bench.lit, [])
        #expect(throws: BenchError.self) { try bench.set("load", to: .level(-1)) }
        #expect(throws: BenchError.self) { try bench.set("load", to: .level(1.5)) }
    }

    // MARK: Two colours, and fades

    @Test func twoColourLEDShowsRedAndGreen() throws {
        let bench = try bench(.rgb("state", red: "GPIO20", green: "GPIO21"))
        try bench.rgb("state").set(Color(red: 1, green: 0.4, blue: 1))
        expectEqual(try bench.rgb("state").brightness, Color(red: 1, green: 0.4, blue: 0))
        expectEqual(bench.chip.lineNames.count, 6)
    }

    @Test func blinkingFadesInAndOut() throws {
        let bench = try Bench()
        let lamp = try bench.led("lamp")
        lamp.set(
            .blinking(
                on: .seconds(1), off: .seconds(2), fadeIn: .seconds(2), fadeOut: .seconds(1), times: 1))
        var drawing: [Int] = []
        for _ in 0..<14 {
            drawing.append(Int((lamp.brightness * 100).rounded()))
            bench.advance(by: .milliseconds(500))
        }
        expectEqual(drawing, [0, 6, 25, 56, 100, 100, 100, 25, 0, 0, 0, 0, 0, 0])
        expectEqual(lamp.pattern, .off)
    }
}
