import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// The measurements of an ultrasonic sensor, without lines and without a clock.
@Suite struct EchoRangingTests {
    private var ranging = EchoRanging(every: .milliseconds(100))

    private func ms(_ time: Double) -> Duration { .microseconds(Int64(time * 1000)) }

    /// Begins a measurement at a time in milliseconds, and ends its pulse.
    private mutating func trigger(at time: Double, _ place: SourceLocation = #_sourceLocation) {
        let levels = [ranging.timeCame(at: ms(time)).trigger, ranging.timeCame(at: ms(time + 0.02)).trigger]
        expectEqual(levels, [.active, .inactive], sourceLocation: place)
    }

    private mutating func echo(from start: Double, to end: Double, missed: Int = 0) -> EchoRanging.Result? {
        _ = ranging.echo(is: .active, at: ms(start), missed: 0)
        return ranging.echo(is: .inactive, at: ms(end), missed: missed).result
    }

    /// Times are in milliseconds. All steps but `every` are expectations: of the trigger's levels, of the result, or of all
    /// actions.
    enum Step {
        case every(Duration)
        case trigger(Double)
        case echo(Double, Double, missed: Int = 0, EchoRanging.Result?)
        case begins(Double)
        case time(Double, level: Level = .inactive, EchoRanging.Actions)
        case rise(Double, EchoRanging.Actions)
        case fall(Double, EchoRanging.Actions)
        case needsLevel
        case fails(Double, EchoRanging.Actions)
        case noResult(Double)
    }

    private static let absence = EchoRanging.Result.none

    static let courses: [Course<Step>] = [
        Course(
            "a pulse is followed by the next measurement",
            .time(0, .init(trigger: .active, wakeUp: .microseconds(20))),
            .time(0.09, .init(trigger: .inactive, wakeUp: .milliseconds(100))),
            .echo(1, 2, .echo(.milliseconds(1))), .begins(100)),
        // 58 us are a centimetre, by the data sheet.
        Course("timestamps measure the echo", .trigger(0), .echo(0.5, 0.5 + 0.58, .echo(.microseconds(580)))),
        Course(
            "an answer during a long pulse ends the pulse",
            .begins(0), .rise(3, .init(trigger: .inactive, wakeUp: .milliseconds(100))),
            .fall(4, .init(wakeUp: .milliseconds(100), result: .echo(.milliseconds(1))))),
        Course("an echo with lost edges does not count", .trigger(0), .echo(1, 2, missed: 2, nil)),
        Course("edges without a measurement do not count", .echo(1, 2, nil), .trigger(10), .fall(11, .init())),
        Course(
            "the lost end of an echo begins the next measurement",
            .trigger(0), .rise(1, .init(wakeUp: .milliseconds(100))), .needsLevel, .begins(100)),
        Course(
            "the echo of a module without an obstacle is out of range",
            .trigger(0), .rise(1, .init(wakeUp: .milliseconds(100))),
            .time(100, level: .active, .init(wakeUp: .milliseconds(200))),
            .fall(199, .init(wakeUp: .milliseconds(100), result: .echo(.milliseconds(198)))), .begins(200)),
        Course(
            "a line that stays active belongs to no module",
            .trigger(0), .rise(1, .init(wakeUp: .milliseconds(100))),
            .time(100, level: .active, .init(wakeUp: .milliseconds(200))),
            .time(200, level: .active, .init(wakeUp: .milliseconds(251))),
            .time(251, level: .active, .init(wakeUp: .milliseconds(1251), result: absence)), .begins(1251)),
        Course(
            "a line that is active before the pulse belongs to no module",
            .time(0, level: .active, .init(wakeUp: .seconds(1), result: absence)), .begins(1000)),
        Course(
            "a line that stays active is noticed before a long interval",
            .every(.seconds(60)), .trigger(0), .rise(1, .init(wakeUp: .milliseconds(251))),
            .time(251, level: .active, .init(wakeUp: .milliseconds(1251), result: absence)), .trigger(2000),
            .rise(2001, .init(wakeUp: .milliseconds(2251))),
            .fall(2003, .init(wakeUp: .milliseconds(62_000), result: .echo(.milliseconds(2))))),
        Course(
            "a module is found again after the line has failed",
            .trigger(0), .fails(1, .init(trigger: .inactive, wakeUp: .milliseconds(1001), result: absence)),
            .trigger(100), .echo(101, 102, .echo(.milliseconds(1))), .noResult(1100)),
    ]

    @Test(arguments: courses) mutating func measurementCausesTheseActions(course: Course<Step>) {
        for step in course.steps {
            var (actions, expected) = (EchoRanging.Actions(), EchoRanging.Actions())
            switch step {
            case .every(let interval): ranging = EchoRanging(every: interval)
            case .trigger(let time): trigger(at: time, course.place)
            case .echo(let start, let end, let missed, let result):
                (actions.result, expected.result) = (echo(from: start, to: end, missed: missed), result)
            case .begins(let time):
                actions = ranging.timeCame(at: ms(time))
                expected = EchoRanging.Actions(trigger: .active, wakeUp: ms(time) + .microseconds(20))
            case .time(let time, let level, let all):
                (actions, expected) = (ranging.timeCame(at: ms(time), level: level), all)
            case .rise(let time, let all):
                (actions, expected) = (ranging.echo(is: .active, at: ms(time), missed: 0), all)
            case .fall(let time, let all):
                (actions, expected) = (ranging.echo(is: .inactive, at: ms(time), missed: 0), all)
            case .needsLevel: #expect(ranging.needsLevel, sourceLocation: course.place)
            case .fails(let time, let all): (actions, expected) = (ranging.lineFailed(at: ms(time)), all)
            case .noResult(let time): actions.result = ranging.timeCame(at: ms(time)).result
            }
            expectEqual(actions, expected, "\(step)", sourceLocation: course.place)
        }
    }

    @Test mutating func sensorIsAbsentAfterThreeMeasurementsWithoutAnAnswer() {
        var results: [EchoRanging.Result?] = []
        var now = Duration.zero
        for _ in 1...6 {
            let start = ranging.timeCame(at: now)
            results.append(start.result)
            now = ranging.timeCame(at: now + .microseconds(20)).wakeUp ?? now
        }
        expectEqual(results, [nil, nil, nil, EchoRanging.Result.none, nil, nil])
        // Searched for each second from the fourth on.
        expectEqual(now, .milliseconds(300) + .seconds(3))
    }

    @Test mutating func singleDisturbedMeasurementIsNotReportedAsAnAbsence() {
        for time in stride(from: 0.0, to: 1000, by: 200) {
            trigger(at: time)
            trigger(at: time + 100)
            expectEqual(echo(from: time + 101, to: time + 102), .echo(.milliseconds(1)))
        }
    }

    @Test(arguments: [(-20.0, 318.9), (0, 331.3), (20, 343.2), (40, 354.7)])
    func speedOfSoundDependsOnTheTemperature(degrees: Double, speed: Double) {
        #expect(abs(DistanceSensor.Settings { $0.air = degrees }.speed - speed) < 0.1)
    }

    @Test func singleWrongNumberHasNoEffect() {
        var median = MedianOfThree()
        expectEqual([50, 51, 400, 52, 53, 3, 54].map { median.take($0) }, [50, 51, 51, 52, 53, 52, 53])
        median.reset()
        expectEqual(median.take(200), 200)
    }
}
