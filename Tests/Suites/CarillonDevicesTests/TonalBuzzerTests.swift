import CarillonAudio
import CarillonGPIO
import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct ToneSequenceTests {
    private typealias Step = ToneSequence.Step

    private func steps(_ tones: [Tone]) -> [Step] { ToneSequence(tones, in: 20...2000).steps }

    @Test(
        arguments: [
            (440.0, 440.0), (2000, 2000), (2001, 1000.5), (8000, 2000), (10, 20), (4.5, 36), (0, nil), (-440, nil),
            (.nan, nil),
            (.infinity, nil),
        ] as [(Double, Double?)])
    func frequencyBeyondTheRangeIsMovedByOctaves(frequency: Double, expected: Double?) {
        expectEqual(ToneSequence.fit(frequency, in: 20...2000), expected)
    }

    @Test func chordPlaysItsFirstFrequencyAndNoiseIsSilent() {
        let time = Duration.milliseconds(100)
        expectEqual(
            steps([
                Tone(frequencies: [500, 600], duration: time), .rest(time),
                Tone(.noise, frequency: 440, duration: time),
            ]),
            [
                Step(frequency: 500, duration: time), Step(frequency: nil, duration: time),
                Step(frequency: nil, duration: time),
            ])
    }

    @Test(arguments: [(2, 100, 0), (5, 100, 5), (10, 100, 10), (400, 100, 10), (10, 8, 4)])
    func releaseOfAToneBecomesAGap(release: Int, duration: Int, gap: Int) {
        let tone = Tone(
            frequency: 440, duration: .milliseconds(duration), envelope: Envelope(release: .milliseconds(release)))
        let total = steps([tone]).reduce(Duration.zero) { $0 + $1.duration }
        expectEqual(total, .milliseconds(duration))
        expectEqual(steps([tone]).first?.duration, .milliseconds(duration - gap))
    }

    @Test func tonesWithoutDurationAreIgnored() {
        expectEqual(steps([Tone(frequency: 440, duration: .zero), .rest(.seconds(-1))]), [])
        var sequence = ToneSequence([], in: 20...2000)
        expectEqual(sequence.start(at: .seconds(1)), nil)
        expectEqual(sequence.wakeUp, nil)
    }

    @Test func lateOwnerDoesNotDelayTheLaterTones() {
        let tones = [300.0, 400, 500, 600].map { Tone(frequency: $0, duration: .milliseconds(100)) }
        var sequence = ToneSequence(tones, in: 20...2000)
        expectEqual(sequence.start(at: .seconds(1)), 300)
        expectEqual(sequence.wakeUp, .milliseconds(1100))
        expectEqual(sequence.advance(to: .milliseconds(1150)), 400)
        expectEqual(sequence.wakeUp, .milliseconds(1200))
        expectEqual(sequence.advance(to: .milliseconds(1350)), 600)
        expectEqual(sequence.advance(to: .milliseconds(1400)), nil)
        expectEqual(sequence.wakeUp, nil)
    }
}

@Suite struct TonalBuzzerTests {
    private let devices = OutputDevices()
    private let buzzer: TonalBuzzer

    init() {
        buzzer = devices.add(TonalBuzzer(name: "horn", output: devices.bank.output(0), observer: devices.observer))
    }

    /// The buzzer's frequency over time: each change with its time in milliseconds.
    private func course(for milliseconds: Int) -> [String] {
        var (course, last): ([String], Double?) = ([], -1)
        for time in 0..<milliseconds {
            if buzzer.frequency != last {
                last = buzzer.frequency
                course.append("\(time): \(last.map { "\(Int($0.rounded()))" } ?? "silence")")
            }
            devices.time.advance(by: .milliseconds(1))
        }
        return course
    }

    @Test func lineHasTheFrequencyWithEqualHalves() {
        buzzer.set(1000)
        expectEqual(devices.draw("GPIO5", for: 12, each: .microseconds(250)), "--__--__--__")
        buzzer.set(500)
        // The period that has begun is completed first.
        expectEqual(devices.draw("GPIO5", for: 12, each: .microseconds(250)), "--__----____")
    }

    @Test(arguments: [27.5, 440, 523.25, 880, 1975.53])
    func lineHasAsManyPeriodsASecondAsItsFrequency(frequency: Double) {
        buzzer.set(frequency)
        devices.time.advance(by: .seconds(10))
        // Two calls a period.
        #expect(abs(Double(devices.lines.calls.count) / 20 - frequency) < 0.1)
    }

    @Test func silenceFollowsTheCurrentPulse() {
        buzzer.set(1000)
        buzzer.off()
        expectEqual(buzzer.frequency, nil)
        expectEqual(devices.draw("GPIO5", for: 8, each: .microseconds(250)), "--______")
        let calls = devices.lines.calls.count
        devices.time.advance(by: .seconds(60))
        expectEqual(devices.lines.calls.count, calls)
    }

    @Test func melodyHasItsPitchesAndItsLengths() throws {
        let melody = try RTTTL("ok:d=8,o=5,b=120:c,p,a,a4.,16c8")
        buzzer.play(melody)
        expectEqual(
            course(for: 1300),
            [
                "0: 523", "240: silence", "500: 880", "740: silence", "750: 440", "1115: silence", "1125: 1047",
                "1240: silence",
            ])
        #expect(!buzzer.isPlaying)
        expectEqual(devices.changes.map(\.description), ["tonal-buzzer horn on", "tonal-buzzer horn off"])
    }

    @Test func newMelodyReplacesThePlayingOne() {
        buzzer.play([Tone(frequency: 440, duration: .seconds(1))])
        devices.time.advance(by: .milliseconds(900))
        buzzer.play([
            Tone(frequency: 600, duration: .milliseconds(300)), Tone(frequency: 700, duration: .milliseconds(100)),
        ])
        expectEqual(course(for: 500), ["0: 600", "300: 700", "400: silence"])
        expectEqual(devices.changes.count, 2)
    }

    @Test func toneEndsAMelodyAndEmptyTonesEndATone() {
        buzzer.play([Tone(frequency: 440, duration: .milliseconds(100)), Tone(frequency: 500, duration: .seconds(1))])
        buzzer.set(600)
        expectEqual(course(for: 2000), ["0: 600"])
        buzzer.play([])
        #expect(!buzzer.isPlaying)
        expectEqual(devices.changes.count, 2)
    }

    @Test func toneOfAViewPlaysUntilTheViewIsDisconnected() {
        let connection = buzzer.view { (model: Double?) in model }.connect { _ in }
        connection.accept(880)
        expectEqual(buzzer.frequency, 880)
        connection.accept(.nan)
        expectEqual(buzzer.frequency, nil)
        connection.accept(700)
        connection.dispose()
        #expect(!buzzer.isPlaying)
        devices.time.advance(by: .milliseconds(1))
        expectEqual(devices.level(of: "GPIO5"), .inactive)
    }

    private func connect(_ tones: [Tone]) -> Connection<Int> {
        let handler: AnyEffectHandler<Void, Never> = buzzer.handler(tones)
        return EffectRouter<Int, Never>().routeEffects(withParameters: { $0 == 1 ? () : nil }).to(handler).asConnectable
            .connect { _ in }
    }

    @Test func melodyOfAnEffectEndsWithItsLoopButNotWithAnotherLoop() {
        let one = connect([Tone(frequency: 440, duration: .seconds(10))])
        let other = connect([Tone(frequency: 660, duration: .seconds(10))])
        one.accept(1)
        other.accept(1)
        other.accept(1)
        one.dispose()
        expectEqual(buzzer.frequency, 660)
        other.dispose()
        #expect(!buzzer.isPlaying)
        expectEqual(buzzer.frequency, nil)
    }

    @Test func effectEndsWithItsMelody() {
        let ends = Locked(0)
        let handler: AnyEffectHandler<Void, Never> = buzzer.handler([Tone(frequency: 440, duration: .milliseconds(50))])
        _ = handler.handle((), EffectCallback(onSend: { _ in }, onEnd: { ends.withLock { $0 += 1 } }))
        expectEqual(ends.withLock { $0 }, 0)
        devices.time.advance(by: .milliseconds(50))
        expectEqual(ends.withLock { $0 }, 1)
    }

    @Test func tonalBuzzerIsSilentAfterTheBoardIsClosed() {
        buzzer.set(440)
        buzzer.close()
        devices.bank.close()
        expectEqual(buzzer.frequency, nil)
        let calls = devices.lines.calls.count
        buzzer.play([Tone(frequency: 500, duration: .seconds(1))])
        buzzer.set(700)
        devices.time.advance(by: .seconds(2))
        #expect(!buzzer.isPlaying)
        expectEqual(devices.lines.calls.count, calls)
    }

    @Test func limitSilencesTheBuzzerUntilTheModelHasSilencedTheBuzzer() {
        let buzzer = devices.add(
            TonalBuzzer(
                name: "siren", output: devices.bank.output(1), limits: OutputLimits(longestOn: .seconds(10)),
                observer: devices.observer))
        let connection = buzzer.view { (model: Double?) in model }.connect { _ in }
        connection.accept(500)
        devices.time.advance(by: .seconds(11))
        #expect(!buzzer.isPlaying)
        connection.accept(600)
        #expect(!buzzer.isPlaying)
        connection.accept(nil)
        connection.accept(600)
        expectEqual(buzzer.frequency, 600)
    }

    @Test func featureIsASwitchWithItsFrequency() {
        buzzer.setFeature(0, to: .toggle(.on))
        expectEqual(buzzer.frequency, 880)
        expectEqual(buzzer.value(of: 1).description, "880 Hz")
        buzzer.setFeature(0, to: .toggle(.off))
        expectEqual(buzzer.value(of: 0), .toggle(.off))
        expectEqual(buzzer.value(of: 1).description, "off")
    }

    @Test func pwmChannelHasThePeriodOfEachTone() throws {
        let chip = SimulatedChip(lineNames: [], time: devices.time)
        let pwm = try chip.requestPWM(
            chip: "pwmchip0", channel: 1, period: .milliseconds(1), settings: OutputSettings())
        let bank = OutputBank(
            lines: devices.lines, count: 0, pwms: [pwm], queue: devices.time, observer: devices.observer)
        let buzzer = devices.add(
            TonalBuzzer(name: "alto", range: 20...20_000, output: bank.output(0), observer: devices.observer))
        buzzer.play([
            Tone(frequency: 440, duration: .milliseconds(100)), Tone(frequency: 8000, duration: .milliseconds(100)),
        ])
        func pulses() -> [Int64] {
            chip.pulses(of: "pwmchip0", channel: 1).map { [$0.dutyCycle.wholeNanoseconds, $0.period.wholeNanoseconds] }
                ?? []
        }
        expectEqual(pulses(), [1_136_363, 2_272_727])
        devices.time.advance(by: .milliseconds(100))
        expectEqual(pulses(), [62_500, 125_000])
        devices.time.advance(by: .milliseconds(100))
        expectEqual(pulses().first, 0)
        #expect(devices.lines.calls.isEmpty)
        buzzer.set(440)
        bank.close()
        expectEqual(pulses().first, 0)
        expectEqual(devices.failures, 0)
    }

    @Test func pwmChannelWithAFixedPeriodIsReported() {
        let bank = OutputBank(
            lines: devices.lines, count: 0, pwms: [RecordingPWM()], queue: devices.time, observer: devices.observer)
        let buzzer = devices.add(
            TonalBuzzer(name: "alto", output: bank.output(0), observer: devices.observer))
        buzzer.set(440)
        expectEqual(devices.failures, 1)
    }
}
