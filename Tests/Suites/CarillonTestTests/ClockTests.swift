import CarillonBoard
import CarillonDevices
import CarillonTest
import TestSupport
import Testing

private struct Day: Equatable, Sendable {
    var alarm: TimeOfDay? = "07:00"
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
            clock.alarm().rings { .woke($0) }, clock.sunset(.seconds(-60), send: .lit),
            clock.at("12:00", on: .sunday, send: .chimed),
            clock.missed { .missed($0) },
            board.button("later").pressed(send: .setAlarm("08:30")),
            board.button("off").pressed(send: .setAlarm(nil)))
    ).makeController(from: Day(), on: board.queue)
    controller.connectView(clock.alarm().view { $0.alarm.map { .at($0, on: .weekdays) } })
    return controller
}

private func wiring(_ clock: Wiring.Entry) throws -> Wiring {
    try Wiring(.button("later", line: "GPIO17"), .button("off", line: "GPIO27"), clock)
}

private let berlin = Wiring.Entry.clock(
    timeZone: "CET-1CEST,M3.5.0,M10.5.0/3", place: GeographicPosition(latitude: 52.52, longitude: 13.405))

@Suite struct ClockTests {
    enum Step: Sendable {
        /// The time of the clock when the bench begins; before all other steps.
        case start(BenchTime)
        case wait(Duration)
        case advance(to: String)
        case set(to: String)
        case press(String)
        case log([String])
        case lastEntry(String)
        /// The beginning of the text that the alarm shows.
        case alarm(String)
        case now(String)
        case failures([String])
        case lastFailure(String)
    }

    static let courses: [Course<Step>] = [
        Course(
            "a week in virtual time has all events",
            .start("2026-03-27 22:00"), .advance(to: "2026-03-31 00:00"),
            .log(["lit", "chimed", "lit", "woke 2026-03-30 07:00", "lit"]), .now("2026-03-31 00:00"), .failures([])),
        Course(
            "an alarm of hours without a time is reported",
            .start("1970-01-01 00:00"), .wait(.seconds(8 * 3600)), .set(to: "2026-03-30 12:10"),
            .log(["missed 1 07:00 Mon, Tue, Wed, Thu, Fri"]),
            .lastFailure("the alarm 07:00 Mon, Tue, Wed, Thu, Fri of 2026-03-30 07:00 did not ring")),
        Course(
            "a view sets the alarm",
            .start("2026-11-25 22:00"), .alarm("2026-11-26 07:00"), .press("later"), .alarm("2026-11-26 08:30"),
            .advance(to: "09:00"), .log(["woke 2026-11-26 08:30"]),
            .press("off"), .advance(to: "2026-11-27 09:00"), .log(["woke 2026-11-26 08:30", "lit"])),
        Course(
            "a clock that is set is reported, and rings or misses the alarm",
            .start("2026-11-25 06:58"), .set(to: "2026-11-25 07:01"), .log(["woke 2026-11-25 07:00"]),
            .failures(["the clock was set from 2026-11-25 06:58 to 2026-11-25 07:01"]),
            .set(to: "2026-11-26 12:00"),
            .lastEntry("missed 1 07:00 Mon, Tue, Wed, Thu, Fri"),
            .lastFailure("the alarm 07:00 Mon, Tue, Wed, Thu, Fri of 2026-11-26 07:00 did not ring")),
        Course(
            "a clock that is not set is reported, and its alarms wait",
            .start("1970-01-01 06:59"), .wait(.seconds(120)),
            .failures(["the clock is not set: it shows 1970-01-01 06:59; alarms wait until it is set"]), .alarm(""),
            .set(to: "2026-11-25 07:01"), .log(["woke 2026-11-25 07:00"]), .alarm("2026-11-25 16:0")),
    ]

    @Test(arguments: courses) func alarmsAndChangesOfTheClockAreReported(course: Course<Step>) throws {
        var clock = BenchTime()
        if case .start(let time)? = course.steps.first { clock = time }
        let bench = try Bench(wiring: wiring(berlin), clock: clock, makeDay)
        for step in course.steps.dropFirst() {
            switch step {
            case .start: break
            case .wait(let duration): bench.advance(by: duration)
            case .advance(let time): try bench.advance(to: time)
            case .set(let time): try bench.setClock(to: time)
            case .press(let button): try bench.press(button)
            case .log(let entries): expectEqual(bench.model.log, entries, sourceLocation: course.place)
            case .lastEntry(let entry): expectEqual(bench.model.log.last, entry, sourceLocation: course.place)
            case .alarm(let beginning):
                let text = try bench.text("alarm")
                let shown = beginning.isEmpty ? text : text.map { String($0.prefix(beginning.count)) }
                expectEqual(shown, beginning, sourceLocation: course.place)
            case .now(let time): expectEqual(bench.localTime.description, time, sourceLocation: course.place)
            case .failures(let failures): expectEqual(bench.failures, failures, sourceLocation: course.place)
            case .lastFailure(let failure): expectEqual(bench.failures.last, failure, sourceLocation: course.place)
            }
        }
    }

    @Test func dueAlarmRingsBeforeTheClockIsChanged() throws {
        let bench = try Bench(wiring: wiring(berlin), clock: "2026-11-25 08:00", makeDay)
        let noon = try #require(LocalTime("2026-11-25 12:30"))
        let (queue, clock) = (bench.board.queue, bench.board.clock)
        queue.sync {
            let offset = Duration.seconds(clock.zone.time(of: noon)) - .seconds(1800)
            // At 08:30, before the timer of the alarm, which is set only now.
            _ = queue.schedule(at: .seconds(1800)) { clock.receive("\(offset.wholeNanoseconds)") }
        }
        try bench.press("later")
        bench.advance(by: .seconds(3600))
        expectEqual(bench.model.log, ["woke 2026-11-25 08:30"])
    }

    @Test func sunsetWithoutALocationIsRefused() throws {
        #expect(throws: ClockError.noPlace) { try Bench(wiring: wiring(.clock()), makeDay) }
    }

    @Test func benchRefusesTimesThatHavePassed() throws {
        let bench = try Bench()
        expectEqual(bench.localTime.description, "2026-01-01 00:00")
        #expect(throws: BenchError.invalidTime("2025-01-01 00:00")) { try bench.advance(to: "2025-01-01 00:00") }
        #expect(throws: BenchError.invalidTime("soon")) { try bench.advance(to: "soon") }
        #expect(throws: BenchError.invalidTime("noon")) { try bench.setClock(to: "noon") }
        try bench.advance(to: "00:00")
        expectEqual(bench.localTime.description, "2026-01-02 00:00")
    }
}
