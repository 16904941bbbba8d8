import CarillonGPIO
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

    @Test func firstPulseIsReportedAtOnce() {
        var counter = counter()
        #expect(counter.report(at: ms(5)) == nil)
        play([10], on: &counter)
        #expect(counter.report(at: ms(11)) == 0)
        #expect(counter.pulses == 1)
        #expect(counter.wakeUp == nil)
    }

    @Test func fastPulsesAreReportedOnceInTheInterval() {
        var counter = counter()
        play([0], on: &counter)
        #expect(counter.report(at: ms(1)) == 0)
        play((1...400).map { Double($0) * 2 }, on: &counter)
        #expect(counter.report(at: ms(801)) == nil)
        #expect(counter.wakeUp == ms(1001))
        play((401...500).map { Double($0) * 2 }, on: &counter)
        #expect(counter.report(at: ms(1001)) == 500)
        #expect(counter.pulses == 501)
    }

    @Test func slowPulsesAreReportedEach() {
        var counter = counter()
        for time in [0.0, 4000, 8000] {
            play([time], on: &counter)
            #expect(counter.report(at: ms(time + 1)) == (time == 0 ? 0 : 0.25))
        }
    }

    @Test func rateIsThatOfTheEdgesAndOfTheSilenceAfterThem() {
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

    @Test func firstPulseAfterARestHasNoRate() {
        var counter = counter(timeout: 10_000)
        play([0, 1000], on: &counter)
        #expect(counter.report(at: ms(1001)) == 1)
        #expect(counter.report(at: ms(11_000)) == 0)
        play([100_000], on: &counter)
        #expect(counter.report(at: ms(100_001)) == 0)
        play([100_500, 101_000], on: &counter)
        #expect(counter.report(at: ms(101_001)) == 2)
        #expect(counter.pulses == 5)
    }

    @Test func bouncingContactIsOnePulse() {
        var counter = counter(debounce: 10)
        for (index, time) in [0.0, 1, 1.5, 3, 3.2, 3.3, 4].enumerated() {
            counter.edge(to: index.isMultiple(of: 2) ? .active : .inactive, at: ms(time), missed: 0)
        }
        #expect(counter.wakeUp == ms(14))
        #expect(counter.report(at: ms(13)) == nil)
        for (index, time) in [50.0, 51, 52, 53, 54].enumerated() {
            counter.edge(to: index.isMultiple(of: 2) ? .inactive : .active, at: ms(time), missed: 0)
        }
        #expect(counter.report(at: ms(70)) == 0)
        #expect(counter.pulses == 1)
    }

    @Test func interferenceOnALongWireIsNoPulse() {
        var counter = counter(debounce: 10)
        play([0, 20, 40, 60], on: &counter)
        #expect(counter.report(at: ms(100)) == nil)
        #expect(counter.wakeUp == nil)
        #expect(counter.pulses == 0)
    }

    @Test func pulseThatALateOwnerSeesAfterItsEndCounts() {
        var counter = counter(debounce: 10)
        counter.edge(to: .active, at: ms(0), missed: 0)
        counter.edge(to: .inactive, at: ms(30), missed: 0)
        #expect(counter.report(at: ms(500)) == 0)
        #expect(counter.pulses == 1)
    }

    @Test(
        arguments: [(2, Level.active, 2), (3, .inactive, 2), (2_000_000_000, .active, 1_000_000_001)]
            as [(Int, Level, Int)])
    func pulsesInLostEdgesAreCounted(missed: Int, level: Level, pulses: Int) {
        var counter = counter()
        counter.edge(to: level, at: ms(50), missed: missed)
        #expect(counter.pulses == pulses)
    }

    /// The kernel reads a line some time after its interrupt, so the first edge of a very short pulse may have its last level.
    @Test func pulseWhoseLevelTheKernelDidNotSeeCounts() {
        var counter = counter()
        counter.edge(to: .inactive, at: ms(50), missed: 1)
        #expect(counter.pulses == 1)
    }

    @Test func levelAfterAnAbsenceIsNoPulse() {
        var counter = counter()
        play([0, 500], on: &counter)
        counter.restart(at: .active)
        #expect(counter.report(at: ms(700)) == 0)
        counter.edge(to: .inactive, at: ms(800), missed: 0)
        #expect(counter.pulses == 2)
        play([900], on: &counter)
        #expect(counter.pulses == 3)
    }
}
