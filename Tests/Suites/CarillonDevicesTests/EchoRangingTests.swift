import CarillonGPIO
import Testing

@testable import CarillonDevices

/// The measurements of an ultrasonic sensor, without lines and without a clock.
@Suite struct EchoRangingTests {
    private var ranging = EchoRanging(every: .milliseconds(100))

    private func ms(_ time: Double) -> Duration { .microseconds(Int64(time * 1000)) }

    /// Begins a measurement at a time in milliseconds, and ends its pulse.
    private mutating func trigger(at time: Double) {
        #expect(ranging.timeCame(at: ms(time)).trigger == .active)
        #expect(ranging.timeCame(at: ms(time + 0.02)).trigger == .inactive)
    }

    private mutating func echo(from start: Double, to end: Double, missed: Int = 0) -> EchoRanging.Result? {
        _ = ranging.echo(is: .active, at: ms(start), missed: 0)
        return ranging.echo(is: .inactive, at: ms(end), missed: missed).result
    }

    @Test mutating func pulseIsFollowedByTheNextMeasurement() {
        #expect(ranging.timeCame(at: .zero) == .init(trigger: .active, wakeUp: .microseconds(20)))
        #expect(ranging.timeCame(at: .microseconds(90)) == .init(trigger: .inactive, wakeUp: .milliseconds(100)))
        #expect(echo(from: 1, to: 2) == .echo(.milliseconds(1)))
        #expect(ranging.timeCame(at: .milliseconds(100)).trigger == .active)
    }

    @Test mutating func timestampsMeasureTheEcho() {
        trigger(at: 0)
        // 58 us are a centimetre, by the data sheet.
        #expect(echo(from: 0.5, to: 0.5 + 0.58) == .echo(.microseconds(580)))
    }

    @Test mutating func answerDuringALongPulseEndsThePulse() {
        #expect(ranging.timeCame(at: .zero).trigger == .active)
        let rise = ranging.echo(is: .active, at: ms(3), missed: 0)
        #expect(rise == .init(trigger: .inactive, wakeUp: .milliseconds(100)))
        #expect(ranging.echo(is: .inactive, at: ms(4), missed: 0).result == .echo(.milliseconds(1)))
    }

    @Test mutating func echoWithLostEdgesDoesNotCount() {
        trigger(at: 0)
        #expect(echo(from: 1, to: 2, missed: 2) == nil)
    }

    @Test mutating func edgesWithoutAMeasurementDoNotCount() {
        #expect(echo(from: 1, to: 2) == nil)
        trigger(at: 10)
        #expect(ranging.echo(is: .inactive, at: ms(11), missed: 0) == .init())
    }

    @Test mutating func lostEndOfAnEchoBeginsTheNextMeasurement() {
        trigger(at: 0)
        _ = ranging.echo(is: .active, at: ms(1), missed: 0)
        #expect(ranging.isEchoing)
        let next = ranging.timeCame(at: ms(100), level: .inactive)
        #expect(next.trigger == .active)
        #expect(next.result == nil)
    }

    @Test mutating func echoOfAModuleWithoutAnObstacleIsOutOfRange() {
        trigger(at: 0)
        _ = ranging.echo(is: .active, at: ms(1), missed: 0)
        #expect(ranging.timeCame(at: ms(100)) == .init(wakeUp: ms(200), result: .outOfRange))
        #expect(ranging.echo(is: .inactive, at: ms(199), missed: 0).result == .echo(ms(198)))
        #expect(ranging.timeCame(at: ms(200)).trigger == .active)
    }

    @Test mutating func lineThatStaysActiveBelongsToNoModule() {
        trigger(at: 0)
        _ = ranging.echo(is: .active, at: ms(1), missed: 0)
        let results = (1...12).map { ranging.timeCame(at: ms(Double($0) * 100)).result }
        #expect(results.prefix(10).allSatisfy { $0 == .outOfRange })
        #expect(results.contains(EchoRanging.Result.none))
    }

    @Test mutating func threeMeasurementsWithoutAnAnswerAreAnAbsence() {
        var results: [EchoRanging.Result?] = []
        var now = Duration.zero
        for _ in 1...6 {
            let start = ranging.timeCame(at: now)
            results.append(start.result)
            now = ranging.timeCame(at: now + .microseconds(20)).wakeUp ?? now
        }
        #expect(results == [nil, nil, nil, EchoRanging.Result.none, nil, nil])
        // Searched for each second from the fourth on.
        #expect(now == .milliseconds(300) + .seconds(3))
    }

    @Test mutating func singleDisturbedMeasurementIsNoAbsence() {
        for time in stride(from: 0.0, to: 1000, by: 200) {
            trigger(at: time)
            trigger(at: time + 100)
            #expect(echo(from: time + 101, to: time + 102) == .echo(.milliseconds(1)))
        }
    }

    @Test mutating func moduleIsFoundAgainAfterTheLineHasFailed() {
        trigger(at: 0)
        #expect(
            ranging.lineFailed(at: ms(1))
                == .init(trigger: .inactive, wakeUp: ms(1001), result: EchoRanging.Result.none))
        trigger(at: 100)
        #expect(echo(from: 101, to: 102) == .echo(.milliseconds(1)))
        #expect(ranging.timeCame(at: ms(1100)).result == nil)
    }

    @Test(arguments: [(-20.0, 318.9), (0, 331.3), (20, 343.2), (40, 354.7)])
    func speedOfSoundDependsOnTheTemperature(degrees: Double, speed: Double) {
        #expect(abs(DistanceSensor.Settings { $0.air = degrees }.speed - speed) < 0.1)
    }

    @Test func singleWrongNumberHasNoEffect() {
        var median = MedianOfThree()
        #expect([50, 51, 400, 52, 53, 3, 54].map { median.take($0) } == [50, 51, 51, 52, 53, 52, 53])
        median.reset()
        #expect(median.take(200) == 200)
    }
}
