import CarillonGPIO
import CarillonScheduling
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
        #expect(devices.levels == "__--")
        #expect(devices.draw("GPIO5", for: 43, each: .milliseconds(1)) == "-" + pause(18) + "--" + pause(18) + "--__")
        #expect(devices.draw("GPIO6", for: 18, each: .milliseconds(1)) == pause(17) + "-")
    }

    @Test func newWidthCountsFromTheNextPulseOn() {
        devices.bank.pulse(pulse(2), on: 0)
        devices.time.advance(by: .milliseconds(1))
        devices.bank.pulse(pulse(3), on: 0)
        #expect(devices.draw("GPIO5", for: 22, each: .milliseconds(1)) == "-" + pause(18) + "---")
    }

    @Test func pulsesEndWithTheOneThatHasBegun() {
        devices.bank.pulse(pulse(2), on: 0)
        devices.time.advance(by: .milliseconds(1))
        devices.bank.pulse(nil, on: 0)
        #expect(devices.draw("GPIO5", for: 41, each: .milliseconds(1)) == "-" + pause(40))
        let calls = devices.lines.calls.count
        devices.time.advance(by: .seconds(60))
        #expect(devices.lines.calls.count == calls)
    }

    @Test func pulsesThatEndBetweenTwoCanBeginAgainAtOnce() {
        devices.bank.pulse(pulse(1), on: 0)
        devices.time.advance(by: .milliseconds(5))
        devices.bank.pulse(nil, on: 0)
        devices.bank.pulse(pulse(2), on: 0)
        #expect(devices.draw("GPIO5", for: 3, each: .milliseconds(1)) == "--_")
    }

    @Test func usualDelayOfATimerChangesNoWidth() {
        var trains = PulseTrains()
        trains.set(pulse(2), of: 0, at: .zero)
        _ = trains.levels(at: .zero)
        #expect(trains.levels(at: .microseconds(2100)) == 0)
        #expect(trains.levels(at: .microseconds(20_100)) == 1)
        #expect(trains.nextChange == .milliseconds(22))
    }

    @Test func pulseThatBeginsVeryLateIsAsLong() {
        var trains = PulseTrains()
        trains.set(pulse(2), of: 3, at: .zero)
        #expect(trains.levels(at: .zero) == 8)
        #expect(trains.levels(at: .milliseconds(2)) == 0)
        #expect(trains.levels(at: .milliseconds(24)) == 8)
        #expect(trains.nextChange == .milliseconds(26))
        #expect(trains.levels(at: .milliseconds(26)) == 0)
        // Delays do not accumulate.
        #expect(trains.nextChange == .milliseconds(40))
    }

    @Test func pulsesThatWereMissedAreNotMadeUpFor() {
        var trains = PulseTrains()
        trains.set(pulse(2), of: 0, at: .zero)
        _ = trains.levels(at: .zero)
        _ = trains.levels(at: .milliseconds(2))
        #expect(trains.levels(at: .seconds(1)) == 1)
        #expect(trains.levels(at: .milliseconds(1002)) == 0)
        #expect(trains.nextChange == .milliseconds(1020))
    }

    @Test func pulseThatLastsIntoTheNextPeriodIsEnded() {
        var trains = PulseTrains()
        trains.set(pulse(2), of: 0, at: .zero)
        _ = trains.levels(at: .zero)
        #expect(trains.levels(at: .seconds(1)) == 0)
        #expect(trains.nextChange == .milliseconds(1018))
    }

    @Test func ledBesideItShinesAsBrightlyAsBefore() throws {
        let led = try devices.led("GPIO6")
        devices.bank.pulse(pulse(2), on: 0)
        led.show(.blinking(on: .milliseconds(3), off: .milliseconds(2)))
        #expect(devices.draw("GPIO6", for: 15, each: .milliseconds(1)) == "---__---__---__")
    }

    @Test func closedBankEndsAPulseThatHasBegun() {
        devices.bank.pulse(pulse(2), on: 0)
        devices.bank.close()
        let calls = devices.lines.calls.count
        devices.bank.pulse(pulse(1), on: 0)
        devices.time.advance(by: .seconds(1))
        #expect(devices.lines.calls.count == calls)
        #expect(devices.lines.isClosed)
    }

    @Test func pwmChannelMakesThePulsesByItself() throws {
        let chip = SimulatedChip(lineNames: [], time: devices.time)
        let pwm = try chip.requestPWM(
            chip: "pwmchip0", channel: 1, period: .milliseconds(20), settings: OutputSettings())
        let bank = OutputBank(
            lines: devices.lines, count: 0, pwms: [pwm], queue: devices.time, observer: devices.observer)
        bank.pulse(pulse(2), on: 0)
        let pulses = try #require(chip.pulses(of: "pwmchip0", channel: 1))
        #expect(pulses == (.milliseconds(2), .milliseconds(20)))
        bank.pulse(nil, on: 0)
        #expect(chip.pulses(of: "pwmchip0", channel: 1)?.dutyCycle == .zero)
        bank.pulse(pulse(1), on: 0)
        bank.close()
        #expect(chip.pulses(of: "pwmchip0", channel: 1)?.dutyCycle == .zero)
        #expect(devices.lines.calls.isEmpty)
    }

    @Test func linesThatNeedNoPulsesAreActiveMeanwhile() throws {
        let chip = SimulatedChip(lineNames: ["A", "B"], time: devices.time)
        let lines = try chip.requestOutputs([("A", OutputSettings()), ("B", OutputSettings())])
        let bank = OutputBank(lines: lines, count: 2, queue: devices.time, observer: devices.observer)
        let light = bank.output(1)
        bank.pulse(pulse(2), on: 0)
        light.show(.dimmed(to: 0.1))
        devices.time.advance(by: .milliseconds(15))
        #expect(["A", "B"].map(chip.level) == [.active, .active])
        bank.pulse(nil, on: 0)
        light.show(.off)
        #expect(["A", "B"].map(chip.level) == [.inactive, .inactive])
        bank.pulse(pulse(1), on: 0)
        bank.close()
        #expect(chip.level(of: "A") == .inactive)
    }

    private func pause(_ count: Int) -> String { String(repeating: "_", count: count) }
}
