import CarillonGPIO
import CarillonScheduling
import Testing

@testable import CarillonDevices

/// Outputs whose chip refuses a transfer, as one on a disturbed bus does.
@Suite struct OutputFailureTests {
    private static let refusal = GPIOError.system(operation: "setting the lines heater", errno: 121)

    private let parts = OutputParts()

    @Test func aRelayWhoseSwitchingOffFailedOnceIsOffAMomentLater() {
        let relay = Relay(name: "heater", output: parts.bank.output(0), observer: parts.observer)
        relay.on()
        parts.lines.error = Self.refusal
        relay.off()
        #expect(parts.failures == 1)
        parts.lines.error = nil
        parts.time.advance(by: .milliseconds(10))
        #expect(parts.levels == "____")
    }

    @Test func aLineThatFailedIsSetAnewAlthoughItsOldLevelIsWanted() {
        let relay = Relay(name: "heater", output: parts.bank.output(0), observer: parts.observer)
        relay.on()
        parts.lines.error = Self.refusal
        // The transfer may have reached the chip all the same.
        relay.off()
        parts.lines.error = nil
        relay.on()
        parts.time.advance(by: .milliseconds(10))
        #expect(parts.lines.calls == [1, 1])
    }

    @Test func anHourOfFailureIsToldOnceAndTriedOnceASecond() {
        let relay = Relay(name: "heater", output: parts.bank.output(0), observer: parts.observer)
        relay.on()
        parts.lines.error = Self.refusal
        relay.off()
        parts.time.advance(by: .seconds(3600))
        #expect(parts.failures == 1)
        #expect((3600...3620).contains(parts.lines.refusals))
        parts.lines.error = nil
        parts.time.advance(by: .seconds(1))
        #expect(parts.levels == "____")
        let calls = parts.lines.calls.count
        parts.time.advance(by: .seconds(3600))
        #expect(parts.lines.calls.count == calls)
    }

    @Test func aDimmedLEDIsNoReasonToTryMoreOften() throws {
        try parts.led("GPIO5").show(.dimmed(to: 0.5))
        parts.time.advance(by: .seconds(1))
        parts.lines.error = Self.refusal
        parts.time.advance(by: .seconds(60))
        #expect(parts.failures == 1)
        #expect((60...80).contains(parts.lines.refusals))
    }

    @Test func aPatternEndsInTimeWhileItsLineFails() throws {
        let led = try parts.led("GPIO5")
        parts.lines.error = Self.refusal
        led.show(.blinking(on: .milliseconds(10), off: .milliseconds(10), times: 3))
        parts.time.advance(by: .milliseconds(60))
        #expect(led.pattern == .off)
        #expect(parts.changes.last == .led(name: "GPIO5", isOn: false))
    }

    @Test func eachPWMChannelIsTriedUntilItIsAsItShouldBe() {
        let (good, bad) = (RecordingPWM(), RecordingPWM())
        let bank = OutputBank(
            lines: parts.lines, count: 1, pwms: [bad, good], queue: parts.time, observer: parts.observer)
        let leds = (0...2).map { LED(name: "\($0)", output: bank.output($0), observer: parts.observer) }
        bank.together { for led in leds { led.on() } }
        (parts.lines.error, bad.error) = (Self.refusal, Self.refusal)
        bank.together { for led in leds { led.off() } }
        #expect(good.dutyCycles == [.milliseconds(1), .zero])
        // The lines and the channel, each for itself.
        #expect(parts.failures == 2)
        // One that works is no sign that the others do.
        for _ in 1...5 { leds[2].toggle() }
        #expect(parts.failures == 2)
        (parts.lines.error, bad.error) = (nil, nil)
        parts.time.advance(by: .seconds(1))
        #expect(bad.dutyCycles == [.milliseconds(1), .zero])
        #expect(parts.lines.calls == [1, 0])
    }

    @Test func aLevelThatIsWantedWhileAnotherOneIsSetIsNotForgotten() {
        let lines = ChipThatGoesAway()
        let bank = OutputBank(lines: lines, count: 1, queue: parts.time, observer: parts.observer)
        let relay = Relay(name: "heater", output: bank.output(0), observer: parts.observer)
        // The chip is missed as the relay is set: its buttons are released, and the loop switches the relay off.
        lines.onAbsence = { relay.off() }
        relay.on()
        #expect(lines.levels == 0)
        relay.on()
        #expect(lines.levels == 1)
    }

    @Test func aBankThatIsClosedTriesNoMore() {
        let relay = Relay(name: "heater", output: parts.bank.output(0), observer: parts.observer)
        parts.lines.error = Self.refusal
        relay.on()
        parts.bank.close()
        let refusals = parts.lines.refusals
        parts.time.advance(by: .seconds(60))
        #expect(parts.lines.refusals == refusals)
    }

    @Test func anOutputThatCannotBeMadeSafeAtTheEndIsTold() {
        let pwm = RecordingPWM()
        let bank = OutputBank(
            lines: parts.lines, count: 1, pwms: [pwm], queue: parts.time, observer: parts.observer)
        (parts.lines.error, pwm.error) = (Self.refusal, Self.refusal)
        bank.close()
        #expect(parts.failures == 2)
        #expect(parts.lines.isClosed && pwm.isClosed)
    }
}

/// Lines whose chip turns out to be away when they are set: they keep the levels for it.
///
/// `@unchecked Sendable`: a test uses it on its own thread.
private final class ChipThatGoesAway: OutputLines, @unchecked Sendable {
    private(set) var levels: UInt64 = 0
    var onAbsence: (() -> Void)?

    func set(_ levels: UInt64) {
        self.levels = levels
        let tell = onAbsence
        onAbsence = nil
        tell?()
    }

    func close() {}
}
