import CarillonGPIO
import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonDevices

/// Outputs that send pulses whose length carries a value.
@Suite struct PulseTests {
    private let devices = OutputDevices()

    private func pulse(_ width: Int) -> Pulse { Pulse(width: .milliseconds(width), period: .milliseconds(20)) }

    @Test func eachLineHasPulsesOfItsOwnWidth() {
        devices.bank.pulse(pulse(2), on: 0)
        devices.time.advance(by: .milliseconds(1))
        devices.bank.pulse(pulse(1), on: 1)
        expectEqual(devices.levels, "__--")
        expectEqual(devices.draw("GPIO5", for: 43, each: .milliseconds(1)), "-" + pause(18) + "--" + pause(18) + "--__")
        expectEqual(devices.draw("GPIO6", for: 18, each: .milliseconds(1)), pause(17) + "-")
    }

    @Test func newWidthAppliesFromTheNextPulse() {
        devices.bank.pulse(pulse(2), on: 0)
        devices.time.advance(by: .milliseconds(1))
        devices.bank.pulse(pulse(3), on: 0)
        expectEqual(devices.draw("GPIO5", for: 22, each: .milliseconds(1)), "-" + pause(18) + "---")
    }

    @Test func pulsesEndAfterTheCurrentPulse() {
        devices.bank.pulse(pulse(2), on: 0)
        devices.time.advance(by: .milliseconds(1))
        devices.bank.pulse(nil, on: 0)
        expectEqual(devices.draw("GPIO5", for: 41, each: .milliseconds(1)), "-" + pause(40))
        let calls = devices.lines.calls.count
        devices.time.advance(by: .seconds(60))
        expectEqual(devices.lines.calls.count, calls)
    }

    @Test func pulsesThatEndInAPauseCanStartAgainAtOnce() {
        devices.bank.pulse(pulse(1), on: 0)
        devices.time.advance(by: .milliseconds(5))
        devices.bank.pulse(nil, on: 0)
        devices.bank.pulse(pulse(2), on: 0)
        expectEqual(devices.draw("GPIO5", for: 3, each: .milliseconds(1)), "--_")
    }

    /// A moment in milliseconds, the levels then, and the time of the next change.
    struct Moment {
        let time: Double
        let levels: UInt64
        let next: Double?

        init(_ time: Double, _ levels: UInt64, next: Double? = nil) {
            (self.time, self.levels, self.next) = (time, levels, next)
        }
    }

    /// The number of a line that has pulses of 2 ms since 0, and the moments at which its owner asks.
    static let trains: [Row<Int, [Moment]>] = [
        Row(
            "the usual delay of a timer changes no width", 0,
            [Moment(0, 1), Moment(2.1, 0), Moment(20.1, 1, next: 22)]),
        // Delays do not accumulate.
        Row(
            "a pulse that begins very late is as long", 3,
            [Moment(0, 8), Moment(2, 0), Moment(24, 8, next: 26), Moment(26, 0, next: 40)]),
        Row(
            "missed pulses are skipped", 0,
            [Moment(0, 1), Moment(2, 0), Moment(1000, 1), Moment(1002, 0, next: 1020)]),
        Row(
            "a pulse that lasts into the next period is ended", 0,
            [Moment(0, 1), Moment(1000, 0, next: 1018)]),
    ]

    @Test(arguments: trains) func pulsesHaveTheseMoments(row: Row<Int, [Moment]>) {
        var trains = PulseTrains()
        trains.set(pulse(2), of: row.given, at: .zero)
        for moment in row.expected {
            let levels = trains.levels(at: .microseconds(Int64(moment.time * 1000)))
            expectEqual(levels, moment.levels, "\(moment.time) ms", sourceLocation: row.place)
            guard let next = moment.next.map({ Duration.microseconds(Int64($0 * 1000)) }) else { continue }
            expectEqual(trains.nextChange, next, "\(moment.time) ms", sourceLocation: row.place)
        }
    }

    @Test func pulsesDoNotChangeThePatternOfAnotherLine() throws {
        let led = try devices.led("GPIO6")
        devices.bank.pulse(pulse(2), on: 0)
        led.set(.blinking(on: .milliseconds(3), off: .milliseconds(2)))
        expectEqual(devices.draw("GPIO6", for: 15, each: .milliseconds(1)), "---__---__---__")
    }

    @Test func closedBankEndsTheCurrentPulse() {
        devices.bank.pulse(pulse(2), on: 0)
        devices.bank.close()
        let calls = devices.lines.calls.count
        devices.bank.pulse(pulse(1), on: 0)
        devices.time.advance(by: .seconds(1))
        expectEqual(devices.lines.calls.count, calls)
    }

    @Test func pwmChannelGeneratesThePulses() throws {
        let chip = SimulatedChip(lineNames: [], time: devices.time)
        let pwm = try chip.requestPWM(
            chip: "pwmchip0", channel: 1, period: .milliseconds(20), settings: OutputSettings())
        let bank = OutputBank(
            lines: devices.lines, count: 0, pwms: [pwm], queue: devices.time, observer: devices.observer)
        bank.pulse(pulse(2), on: 0)
        let pulses = try #require(chip.pulses(of: "pwmchip0", channel: 1))
        #expect(pulses == (.milliseconds(2), .milliseconds(20)))
        bank.pulse(nil, on: 0)
        expectEqual(chip.pulses(of: "pwmchip0", channel: 1)?.dutyCycle, .zero)
        bank.pulse(pulse(1), on: 0)
        bank.close()
        expectEqual(chip.pulses(of: "pwmchip0", channel: 1)?.dutyCycle, .zero)
        #expect(devices.lines.calls.isEmpty)
    }

    @Test func linesOfASimulatedChipStayActiveDuringPulses() throws {
        let chip = SimulatedChip(lineNames: ["A", "B"], time: devices.time)
        let lines = try chip.requestOutputs([("A", OutputSettings()), ("B", OutputSettings())])
        let bank = OutputBank(lines: lines, count: 2, queue: devices.time, observer: devices.observer)
        let light = bank.output(1)
        bank.pulse(pulse(2), on: 0)
        light.set(.dimmed(to: 0.1))
        devices.time.advance(by: .milliseconds(15))
        expectEqual(["A", "B"].map(chip.level), [.active, .active])
        bank.pulse(nil, on: 0)
        light.set(.off)
        expectEqual(["A", "B"].map(chip.level), [.inactive, .inactive])
        bank.pulse(pulse(1), on: 0)
        bank.close()
        expectEqual(chip.level(of: "A"), .inactive)
    }

    private func pause(_ count: Int) -> String { String(repeating: "_", count: count) }
}
