import CarillonBoard
import CarillonDevices
import CarillonTest
import Testing

private struct Day: Equatable, Sendable {
    var alarm: TimeOfDay? = TimeOfDay(hour: 7, minute: 0)
    var log: [String] = []
}

private enum Event: Sendable {
    case woke(ClockRing)
    case lit
    case chimed
    case missed(MissedAlarm)
    case setAlarm(TimeOfDay?)
}

private func makeDay(on board: Board) throws -> MobiusController<Day, Event, Never> {
    let clock = board.clock
    let controller = Mobius.loop(
        update: { (day: Day, event: Event) -> Next<Day, Never> in
            var day = day
            switch event {
            case .woke(let ring): day.log.append("woke \(ring.time)")
            case .lit: day.log.append("lit")
            case .chimed: day.log.append("chimed")
            case .missed(let missed): day.log.append("missed \(missed.count) \(missed.schedule)")
            case .setAlarm(let time): day.alarm = time
            }
            return .next(day)
        }, effectHandler: EffectRouter<Never, Event>().asConnectable
    ).withEventSource(
        try board.events(
            clock.alarm().rings { .woke($0) }, clock.sunset(.seconds(-60), .lit),
            clock.at("12:00", on: .sunday, .chimed),
            clock.missed { .missed($0) }, board.button("later").pressed(.setAlarm(TimeOfDay(hour: 8, minute: 30))),
            board.button("off").pressed(.setAlarm(nil)))
    ).makeController(from: Day(), on: board.queue)
    controller.connectView(clock.alarm().showing { $0.alarm.map { .at($0, on: .weekdays) } })
    return controller
}

private func wiring(_ clock: Wiring.Entry) throws -> Wiring {
    try Wiring(.button("later", line: "GPIO17"), .button("off", line: "GPIO27"), clock)
}

private let berlin = Wiring.Entry.clock(
    timeZone: "CET-1CEST,M3.5.0,M10.5.0/3", place: Place(latitude: 52.52, longitude: 13.405))

@Suite struct ClockTests {
    @Test func weekInVirtualTimeHasAllEvents() throws {
        let bench = try Bench(wiring: wiring(berlin), clock: "2026-03-27 22:00", makeDay)
        try bench.advance(to: "2026-03-31 00:00")
        #expect(bench.model.log == ["lit", "chimed", "lit", "woke 2026-03-30 07:00", "lit"])
        #expect(bench.localTime.description == "2026-03-31 00:00")
        #expect(bench.failures == [])
    }

    @Test func viewSetsAlarm() throws {
        let bench = try Bench(wiring: wiring(berlin), clock: "2026-11-25 22:00", makeDay)
        #expect(try bench.text("alarm") == "2026-11-26 07:00")
        try bench.press("later")
        #expect(try bench.text("alarm") == "2026-11-26 08:30")
        try bench.advance(to: "09:00")
        #expect(bench.model.log == ["woke 2026-11-26 08:30"])
        try bench.press("off")
        try bench.advance(to: "2026-11-27 09:00")
        #expect(bench.model.log == ["woke 2026-11-26 08:30", "lit"])
    }

    @Test func clockThatIsSetIsReported() throws {
        let bench = try Bench(wiring: wiring(berlin), clock: "2026-11-25 06:58", makeDay)
        try bench.setClock(to: "2026-11-25 07:01")
        #expect(bench.model.log == ["woke 2026-11-25 07:00"])
        #expect(bench.failures == ["the clock was set from 2026-11-25 06:58 to 2026-11-25 07:01"])
        try bench.setClock(to: "2026-11-26 12:00")
        #expect(bench.model.log.last == "missed 1 07:00 Mon, Tue, Wed, Thu, Fri")
        #expect(bench.failures.last == "the alarm 07:00 Mon, Tue, Wed, Thu, Fri of 2026-11-26 07:00 did not ring")
    }

    @Test func clockThatIsNotSetIsReported() throws {
        let bench = try Bench(wiring: wiring(berlin), clock: "1970-01-01 06:59", makeDay)
        bench.advance(by: .seconds(120))
        #expect(bench.failures == ["the clock is not set: it shows 1970-01-01 06:59; alarms wait until it is set"])
        #expect(try bench.text("alarm") == "")
        try bench.setClock(to: "2026-11-25 07:01")
        #expect(bench.model.log == ["woke 2026-11-25 07:00"])
        #expect(try bench.text("alarm")?.hasPrefix("2026-11-25 16:0") == true)
    }

    @Test func sunsetWithoutPlaceIsRefused() throws {
        #expect(throws: ClockError.noPlace) { try Bench(wiring: wiring(.clock()), makeDay) }
        let bench = try Bench()
        #expect(throws: ClockError.invalidTime("7 Uhr")) { try bench.board.clock.at("7 Uhr", 1) }
    }

    @Test func benchRefusesTimesThatHavePassed() throws {
        let bench = try Bench()
        #expect(bench.localTime.description == "2026-01-01 00:00")
        #expect(throws: BenchError.invalidTime("2025-01-01 00:00")) { try bench.advance(to: "2025-01-01 00:00") }
        #expect(throws: BenchError.invalidTime("soon")) { try bench.advance(to: "soon") }
        #expect(throws: BenchError.invalidTime("noon")) { try bench.setClock(to: "noon") }
        try bench.advance(to: "00:00")
        #expect(bench.localTime.description == "2026-01-02 00:00")
    }

    @Test func unknownZoneAndPlaceAreRefusedAtTheirPosition() {
        #expect(throws: DescriptionError.self) { try wiring(.clock(timeZone: "Europe/Berln")) }
        #expect(throws: DescriptionError.self) { try wiring(.clock(place: Place(latitude: 91, longitude: 0))) }
    }
}
