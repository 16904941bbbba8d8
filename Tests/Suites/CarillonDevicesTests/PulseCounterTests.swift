import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// The count and the rate of pulses, without a line and without a clock.
@Suite struct PulseCounterTests {
    private func ms(_ time: Double) -> Duration { .microseconds(Int64(time * 1000)) }

    private func counter(debounce: Double = 0, every: Double = 1000, timeout: Double = 60_000) -> PulseCounter {
        PulseCounter(level: .inactive, debounce: ms(debounce), every: ms(every), timeout: ms(timeout))
    }

    /// Plays pulses of 1 ms at these times, in milliseconds.
    private func play(_ times: [Double], on counter: inout PulseCounter) {
        for time in times {
            counter.edge(to: .active, at: ms(time), missed: 0)
            counter.edge(to: .inactive, at: ms(time + 1), missed: 0)
        }
    }

    /// Times are in milliseconds. The last three are expectations.
    enum Step {
        case debounce(Double)
        case timeout(Double)
        case pulses([Double])
        case edges([Double], from: Level)
        case lost(Int, at: Double)
        case absence(Level)
        case report(at: Double, Double?)
        case count(Int)
        case wakeUp(Double?)
    }

    static let courses: [Course<Step>] = [
        Course(
            "the first pulse is reported at once",
            .report(at: 5, nil), .pulses([10]), .report(at: 11, 0), .count(1), .wakeUp(nil)),
        Course(
            "fast pulses are reported once in the interval",
            .pulses([0]), .report(at: 1, 0),
            .pulses((1...400).map { Double($0) * 2 }), .report(at: 801, nil), .wakeUp(1001),
            .pulses((401...500).map { Double($0) * 2 }), .report(at: 1001, 500), .count(501)),
        Course(
            "each slow pulse is reported",
            .pulses([0]), .report(at: 1, 0), .pulses([4000]), .report(at: 4001, 0.25), .pulses([8000]),
            .report(at: 8001, 0.25)),
        Course(
            "the first pulse after a rest has no rate",
            .timeout(10_000), .pulses([0, 1000]), .report(at: 1001, 1), .report(at: 11_000, 0),
            .pulses([100_000]), .report(at: 100_001, 0), .pulses([100_500, 101_000]), .report(at: 101_001, 2),
            .count(5)),
        Course(
            "a bouncing contact is one pulse",
            .debounce(10), .edges([0, 1, 1.5, 3, 3.2, 3.3, 4], from: .active), .wakeUp(14), .report(at: 13, nil),
            .edges([50, 51, 52, 53, 54], from: .inactive), .report(at: 70, 0), .count(1)),
        Course(
            "interference on a long wire is not counted",
            .debounce(10), .pulses([0, 20, 40, 60]), .report(at: 100, nil), .wakeUp(nil), .count(0)),
        Course(
            "a pulse that a late owner receives after its end is counted",
            .debounce(10), .edges([0, 30], from: .active), .report(at: 500, 0), .count(1)),
        // The kernel reads a line some time after its interrupt, so the first edge of a very short pulse may have its last level.
        Course("a pulse whose level the kernel did not see is counted", .lost(1, at: 50), .count(1)),
        Course(
            "the level after an absence is not counted",
            .pulses([0, 500]), .absence(.active), .report(at: 700, 0), .edges([800], from: .inactive), .count(2),
            .pulses([900]), .count(3)),
    ]

    @Test(arguments: courses) func pulsesAreCounted(course: Course<Step>) {
        var counter = counter()
        for step in course.steps {
            switch step {
            case .debounce(let time): counter = self.counter(debounce: time)
            case .timeout(let time): counter = self.counter(timeout: time)
            case .pulses(let times): play(times, on: &counter)
            case .edges(let times, let first):
                for (index, time) in times.enumerated() {
                    counter.edge(
                        to: index.isMultiple(of: 2) == (first == .active) ? .active : .inactive,
                        at: ms(time), missed: 0)
                }
            case .lost(let missed, let time): counter.edge(to: .inactive, at: ms(time), missed: missed)
            case .absence(let level): counter.restart(at: level)
            case .report(let time, let rate):
                let report = counter.report(at: ms(time))
                expectEqual(report, rate, "\(step)", sourceLocation: course.place)
            case .count(let pulses): expectEqual(counter.pulses, pulses, "\(step)", sourceLocation: course.place)
            case .wakeUp(let time): expectEqual(counter.wakeUp, time.map(ms), "\(step)", sourceLocation: course.place)
            }
        }
    }

    @Test func rateDependsOnTheEdgesAndOnTheSilenceAfterThem() {
        var counter = counter()
        play([0], on: &counter)
        _ = counter.report(at: ms(0))
        play([100, 200, 300], on: &counter)
        let late = counter.report(at: ms(1000))
        #expect(late.map { $0 < 1.5 } == true, "the last pulse was 0.7 s ago")
        play([400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900], on: &counter)
        let rate = counter.report(at: ms(2000))
        #expect(rate.map { abs($0 - 10) < 1e-9 } == true, "\(rate ?? -1)")
    }

    @Test func rateFallsWithoutPulses() throws {
        var counter = counter()
        play([0, 1000, 2000], on: &counter)
        #expect(counter.report(at: ms(2001)) == 1)
        var (rate, times) = (1.0, [2.001])
        while let wakeUp = counter.wakeUp {
            let report = counter.report(at: wakeUp)
            rate = try #require(report)
            let silence = (wakeUp - ms(2000)) / .seconds(1)
            #expect(abs(rate - (silence < 60 ? 1 / silence : 0)) < 1e-9)
            times.append(wakeUp / .seconds(1))
        }
        #expect(rate == 0)
        #expect(times.last == 62)
        let steps = zip(times.dropFirst(), times).map { ($0 - 2, $1 - 2) }
        #expect(steps.allSatisfy { $0 - $1 > 0.9999 || $0 == 60 }, "\(times)")
        #expect(steps.allSatisfy { $0 - $1 < 1.12 || $0 / $1 < 1.12 }, "\(times)")
        #expect((20...40).contains(steps.count), "\(times)")
    }

    @Test(
        arguments: [(2, Level.active, 2), (3, .inactive, 2), (2_000_000_000, .active, 1_000_000_001)]
            as [(Int, Level, Int)])
    func pulsesInLostEdgesAreCounted(missed: Int, level: Level, pulses: Int) {
        var counter = counter()
        counter.edge(to: level, at: ms(50), missed: missed)
        #expect(counter.pulses == pulses)
    }
}
