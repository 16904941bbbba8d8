import CarillonGPIO
import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonDevices

/// Outputs whose chip refuses a transfer, as on a disturbed bus.
@Suite struct OutputFailureTests {
    private static let refusal = GPIOError.system(operation: "setting the lines heater", errno: 121)

    private let devices = OutputDevices()

    @Test func relayIsSwitchedOffSoonAfterAFailedAttempt() {
        let relay = devices.add(Relay(name: "heater", output: devices.bank.output(0), observer: devices.observer))
        relay.on()
        devices.lines.error = Self.refusal
        relay.off()
        expectEqual(devices.failures, 1)
        devices.lines.error = nil
        devices.time.advance(by: .milliseconds(10))
        expectEqual(devices.levels, "____")
    }

    @Test func failedLineIsSetAgainEvenToItsOldLevel() {
        let relay = devices.add(Relay(name: "heater", output: devices.bank.output(0), observer: devices.observer))
        relay.on()
        devices.lines.error = Self.refusal
        // The transfer may have reached the chip in spite of the error.
        relay.off()
        devices.lines.error = nil
        relay.on()
        devices.time.advance(by: .milliseconds(10))
        expectEqual(devices.lines.calls, [1, 1])
    }

    @Test func lastingFailureIsReportedOnceAndRetriedEachSecondUntilTheOutputRecovers() {
        let relay = devices.add(Relay(name: "heater", output: devices.bank.output(0), observer: devices.observer))
        relay.on()
        devices.lines.error = Self.refusal
        relay.off()
        devices.time.advance(by: .seconds(3600))
        expectEqual(devices.failures, 1)
        #expect((3600...3620).contains(devices.lines.refusals))
        devices.lines.error = nil
        devices.time.advance(by: .seconds(1))
        expectEqual(devices.levels, "____")
        let calls = devices.lines.calls.count
        devices.time.advance(by: .seconds(3600))
        expectEqual(devices.lines.calls.count, calls)
        devices.lines.error = Self.refusal
        relay.on()
        expectEqual(devices.failures, 2)
    }

    @Test func dimmedLEDDoesNotCauseMoreRetries() throws {
        try devices.led("GPIO5").set(.dimmed(to: 0.5))
        devices.time.advance(by: .seconds(1))
        devices.lines.error = Self.refusal
        devices.time.advance(by: .seconds(60))
        expectEqual(devices.failures, 1)
        #expect((60...80).contains(devices.lines.refusals))
    }

    @Test func patternEndsOnTimeWhileItsLineFails() throws {
        let led = try devices.led("GPIO5")
        devices.lines.error = Self.refusal
        led.set(.blinking(on: .milliseconds(10), off: .milliseconds(10), times: 3))
        devices.time.advance(by: .milliseconds(60))
        expectEqual(led.pattern, .off)
        expectEqual(devices.changes.last, .led(name: "GPIO5", isOn: false))
    }

    @Test func failedPWMChannelIsRetriedUntilItSucceeds() {
        let (good, bad) = (RecordingPWM(), RecordingPWM())
        let bank = OutputBank(
            lines: devices.lines, count: 1, pwms: [bad, good], queue: devices.time, observer: devices.observer)
        let leds = (0...2).map { devices.add(LED(name: "\($0)", output: bank.output($0), observer: devices.observer)) }
        bank.performBatchUpdates { for led in leds { led.on() } }
        (devices.lines.error, bad.error) = (Self.refusal, Self.refusal)
        bank.performBatchUpdates { for led in leds { led.off() } }
        expectEqual(good.dutyCycles, [.milliseconds(1), .zero])
        // The lines and the channel count separately.
        expectEqual(devices.failures, 2)
        // An output that works does not mean that the others work.
        for _ in 1...5 { leds[2].toggle() }
        expectEqual(devices.failures, 2)
        (devices.lines.error, bad.error) = (nil, nil)
        devices.time.advance(by: .seconds(1))
        expectEqual(bad.dutyCycles, [.milliseconds(1), .zero])
        expectEqual(devices.lines.calls, [1, 0])
    }

    @Test func levelThatIsSetDuringAnotherTransferIsNotLost() {
        let lines = ChipThatGoesAway()
        let bank = OutputBank(lines: lines, count: 1, queue: devices.time, observer: devices.observer)
        let relay = devices.add(Relay(name: "heater", output: bank.output(0), observer: devices.observer))
        // The chip turns out to be absent when the relay is set: the chip's buttons are released, and the loop switches
        // the relay off.
        lines.onAbsence = { relay.off() }
        relay.on()
        expectEqual(lines.levels, 0)
        relay.on()
        expectEqual(lines.levels, 1)
    }

    @Test func closedBankDoesNotRetry() {
        let relay = devices.add(Relay(name: "heater", output: devices.bank.output(0), observer: devices.observer))
        devices.lines.error = Self.refusal
        relay.on()
        devices.bank.close()
        let refusals = devices.lines.refusals
        devices.time.advance(by: .seconds(60))
        expectEqual(devices.lines.refusals, refusals)
    }

    @Test func outputThatCannotBeMadeSafeIsReported() {
        let pwm = RecordingPWM()
        let bank = OutputBank(
            lines: devices.lines, count: 1, pwms: [pwm], queue: devices.time, observer: devices.observer)
        (devices.lines.error, pwm.error) = (Self.refusal, Self.refusal)
        bank.close()
        expectEqual(devices.failures, 2)
        #expect(devices.lines.isClosed && pwm.isClosed)
    }
}

/// Lines whose chip turns out to be absent when they are set: they keep the levels for it.
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
