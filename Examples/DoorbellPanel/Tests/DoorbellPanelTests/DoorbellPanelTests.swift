import CarillonTest
import Testing

@testable import DoorbellPanel

/// The doorbell with a panel, on a simulated board in virtual time.
@Suite struct DoorbellPanelTests {
    private let bench: Bench<Bool>

    init() throws {
        bench = try Bench(makeDoorbellPanel)
    }

    @Test func bellRings() throws {
        try bench.press("bell")
        #expect(bench.changes == [.sound(name: .alert)])
    }

    @Test func missedVisitorsAreCountedInSilence() throws {
        try bench.press("quiet")
        try bench.press("bell")
        try bench.press("bell")
        #expect(
            bench.changes == [
                .led(name: "quiet", isOn: true), .number(name: "missed", value: 1), .number(name: "missed", value: 2),
            ])
        #expect(bench.lit == ["quiet", "missed.1"])
    }

    @Test func endOfQuietRestoresTheBellAndResetsTheVisitors() throws {
        for button in ["quiet", "bell", "quiet", "bell"] { try bench.press(button) }
        #expect(bench.changes.suffix(3).map(\.description) == ["led quiet off", "missed 0", "sound alert"])
        #expect(bench.lit.isEmpty)
    }

    @Test func storeUpdatesBothLoopsAfterAPressOnEither() throws {
        for _ in 1...4 { try bench.press("quiet") }
        try bench.press("bell")
        #expect(bench.changes.map(\.description).last == "sound alert")
        #expect(bench.changes.filter { $0 == .led(name: "quiet", isOn: true) }.count == 2)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "doorbell-panel", makeDoorbellPanel)
    }
}
