import CarillonTest
import Testing

/// Programs with the earlier names compile and do the same.
@Suite struct EarlierNamesTests {
    private let names: any Names

    init() { names = EarlierNames() }

    @Test func aButtonsAndASensorsTimesAreTheSame() throws { try names.inputs() }
    @Test func outputsDoTheSame() throws { try names.outputs() }
    @Test func soundsAreTheSame() throws { try names.sounds() }
    @Test func linesAndTimeAreTheSame() throws { try names.linesAndTime() }
}

/// Calls of this protocol cause no warning, although the methods of `EarlierNames` are deprecated.
private protocol Names {
    func inputs() throws
    func outputs() throws
    func sounds() throws
    func linesAndTime() throws
}

private struct EarlierNames: Names {
    @available(*, deprecated)
    func inputs() throws {
        let bench = try Bench<Void>(
            wiring: Wiring(
                .button("bell", line: "GPIO4", timing: .init(repetition: .seconds(1), clickPause: .seconds(2))),
                .sensor("hall", line: "GPIO5", quiet: .seconds(3))))
        var timing = try bench.button("bell").timing
        #expect(timing == Button.Timing(repeatInterval: .seconds(1), multiClickInterval: .seconds(2)))
        #expect(timing.repetition == .seconds(1) && timing.clickPause == .seconds(2))
        timing.clickPause = .seconds(4)
        #expect(timing.multiClickInterval == .seconds(4))
        #expect(Button.Timing(repetition: .seconds(1)).repeatInterval == .seconds(1))
        #expect(Button.Timing(clickPause: .seconds(1)).multiClickInterval == .seconds(1))
        try bench.sense("hall", true)
        try bench.sense("hall", false)
        bench.advance(by: .milliseconds(2900))
        #expect(try bench.sensor("hall").isDetecting)
        bench.advance(by: .milliseconds(200))
        #expect(try !bench.sensor("hall").isDetecting)
    }

    @available(*, deprecated)
    func outputs() throws {
        let bench = try Bench<Void>()
        let view: PartView<Bool> = try bench.relay("pump").being { $0 }
        view.connect { _ in }.accept(true)
        #expect(try bench.relay("pump").isOn)
        let show: ShowPattern<Void> = try bench.led("lamp").show(.drawn("-_", each: .seconds(1)))
        _ = show
        #expect(Pattern.drawn("-_", each: .seconds(1)) == .sequence("-_", each: .seconds(1)))
        let ring: PlaySound<Void> = try bench.board.speaker.play(.alert)
        let stop: StopSound<Void> = try bench.board.speaker.stop(.alert)
        _ = (ring, stop)
    }

    @available(*, deprecated)
    func sounds() throws {
        let end: VoiceEnd = .displaced
        #expect(end == .stolen)
        let time = VirtualTime()
        let output: any AudioOutput = SilentOutput(pacedBy: time)
        #expect(output.mayWait)
        #expect(try AudioEngine(output: output, on: time).statistics.displacedVoices == 0)
        #expect(AudioDevice.none == .silent)
        #expect(AudioOutputError.badName("a") == .invalidName("a"))
        #expect(AudioOutputError.notOurs(file: "a") == .wouldOverwrite(file: "a"))
        #expect(
            AudioOutputError.kept(file: "a", as: "b", reason: "c")
                == .renameFailed(file: "a", keptAs: "b", reason: "c"))
        #expect(try Tone.dialling("1") == Tone.dtmf("1"))
        #expect(Tone.longest == Tone.maximumDuration && RTTTL.mostNotes == RTTTL.maximumNoteCount)
        #expect(Envelope.leastRamp == Envelope.minimumRamp)
    }

    @available(*, deprecated)
    func linesAndTime() throws {
        #expect(Bias.none == .disabled)
        let address = BusAddress.i2c(bus: "i2c-1", address: 0x3c)
        #expect(BusError.hangs(address) == .timedOut(address))
        #expect(BoardError.boardNotHere(name: "a", reason: "b") == .boardMismatch(name: "a", reason: "b"))
        #expect(
            BoardError.otherKind(kind: "a", name: "b", actual: "c") == .kindMismatch(kind: "a", name: "b", actual: "c"))
        #expect(
            BoardError.noRoom(kind: "a", name: "b", reason: "c") == .cannotAddDevice(kind: "a", name: "b", reason: "c"))
        let peripheral: SimulatedSlave = { _, _ in [] }
        #expect(try peripheral([], 0) == [])
        EventTimestamp.withValue(.seconds(1)) { #expect(Origin.current == EventTimestamp.current) }
        let time = VirtualTime()
        let beats = Locked(0)
        let heartbeat = time.proveTurning(within: .seconds(2)) { beats.withLock { $0 += 1 } }
        time.advance(by: .milliseconds(1500))
        #expect(beats.withLock { $0 } == 2)
        heartbeat.dispose()
    }
}
