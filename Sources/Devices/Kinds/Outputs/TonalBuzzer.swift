import CarillonAudio
import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A passive buzzer, which has no tone generator. It can play tones and melodies.
///
///     .routeCase(Effect.arrived).to(try board.tonalBuzzer("horn").handler(RTTTL("ok:d=8,o=5,b=140:c,e,g")))
///     controller.connectView(try board.tonalBuzzer("horn").view { $0.isTooNear ? 880 : nil })
///
/// The buzzer plays the same tones as the loudspeaker, but one frequency at a time, as a square wave. It becomes silent when a
/// loop ends whose view or effect is playing. Its line is switched off when the program ends for any reason.
///
/// Without a PWM channel, the program generates the pulses. Frequencies are then at most 2 kHz, and other work of the loop can
/// be heard in the tone.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class TonalBuzzer: Settable, @unchecked Sendable {
    /// The tone of the switch on the page and in the fleet, in hertz.
    private static let beep = 880.0

    /// The name in the wiring.
    public let name: String
    /// The frequencies that the buzzer can play, in hertz.
    public let range: ClosedRange<Double>
    /// Whether a tone or a melody is playing, even during a rest of the melody. Queue only.
    public var isPlaying: Bool { !bank.isClosed && playing != .silence }
    /// The frequency that is playing now, in hertz; nil for silence. Queue only.
    public var frequency: Double? { bank.isClosed ? nil : sounding }

    public var views: ViewCount { output.views }

    private enum Playing: Equatable {
        case silence
        case tone(Double)
        case melody
    }

    private let output: Output
    private let bank: OutputBank
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let timer: ResettableTimer
    private var playing = Playing.silence
    private var sounding: Double?
    private var sequence: ToneSequence
    private var effect: LastingEffect?
    private var limits: OutputGuard?

    /// Creates a buzzer that is silent.
    ///
    /// - Parameters:
    ///   - range: The frequencies that the output can generate, in hertz: at least an octave, from 1 Hz. Other frequencies are
    ///     moved into the range by octaves.
    ///   - output: The output, which must be off and used by this device only.
    ///   - limits: The limits of the time for which the buzzer plays.
    ///   - observer: Notified when the buzzer starts and stops playing.
    public init(
        name: String, range: ClosedRange<Double> = 20...2000, output: Output, limits: OutputLimits = .none,
        observer: DeviceObserver
    ) {
        (self.name, self.range, self.output, self.observer) = (name, range, output, observer)
        (bank, queue) = (output.bank, output.bank.queue)
        sequence = ToneSequence([], in: range)
        timer = ResettableTimer(on: queue)
        timer.onFire { [unowned self] in advance(self.sequence.advance(to: queue.now)) }
        output.views.onDisconnect { [weak self] in self?.off() }
        guard limits != .none else { return }
        self.limits = OutputGuard(limits, safe: .inactive, on: queue) { [weak self] _ in self?.begin(.silence) }
    }

    // MARK: On any thread; immediately on the queue

    /// Plays tones once, from the first one. They replace the tones that are playing. May be called from any thread.
    public func play(_ tones: [Tone]) { play(tones, for: nil) }

    /// Plays a melody once, from its beginning. The melody replaces the tones that are playing. May be called from any
    /// thread.
    public func play(_ melody: RTTTL) { play(melody.tones()) }

    /// Plays a tone until the next call. May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter frequency: In hertz. nil, 0 and negative numbers are silence. Frequencies outside `range` are moved into it
    ///   by octaves.
    public func set(_ frequency: Double?) { show(tone(frequency)) }

    /// Ends the tone or the melody. May be called from any thread.
    public func off() { show(.silence) }

    /// Returns the effect handler that plays tones once. The effect ends with the tones. The tones also end with the loop.
    public func handler<Event: Sendable>(_ tones: [Tone]) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in
            let effect = LastingEffect(callback)
            play(tones, for: effect)
            return AnonymousDisposable { [self] in stop(effect) }
        }
    }

    /// Returns the effect handler that plays a melody once. The effect ends with the melody. The melody also ends with the
    /// loop.
    public func handler<Event: Sendable>(_ melody: RTTTL) -> AnyEffectHandler<Void, Event> { handler(melody.tones()) }

    /// Returns the view that plays the result of `frequency` for each model, in hertz; nil is silence. The tone also ends
    /// with the loop.
    public func view<Model>(_ frequency: @escaping @Sendable (Model) -> Double?) -> DeviceView<Model> {
        DeviceView(output.views) { [self] model in keepSounding(tone(frequency(model))) }
    }

    private func tone(_ frequency: Double?) -> Playing {
        frequency.flatMap { ToneSequence.fit($0, in: range) }.map(Playing.tone) ?? .silence
    }

    private func play(_ tones: [Tone], for effect: LastingEffect?) {
        guard queue.isCurrent else { return queue.async { [self] in play(tones, for: effect) } }
        let new = ToneSequence(tones, in: range)
        guard !bank.isClosed, !new.steps.isEmpty else {
            show(.silence)
            effect?.end()
            return
        }
        sequence = new
        limits?.changed(to: .on)
        begin(.melody, for: effect)
    }

    private func show(_ new: Playing) {
        guard queue.isCurrent else { return queue.async { [self] in show(new) } }
        guard new != playing, !bank.isClosed else { return }
        limits?.changed(to: .on(if: new != .silence))
        begin(new)
    }

    private func keepSounding(_ new: Playing) {
        guard queue.isCurrent else { return queue.async { [self] in keepSounding(new) } }
        // After a limit has silenced the buzzer, the model must silence it before it can sound again.
        if limits?.allows(.on(if: new != .silence)) ?? true { show(new) }
    }

    /// Ends the tones of an effect, unless others have begun.
    private func stop(_ old: LastingEffect) {
        guard queue.isCurrent else { return queue.async { [self] in stop(old) } }
        if effect?.id == old.id { show(.silence) }
    }

    // MARK: On the queue

    private func begin(_ new: Playing, for effect: LastingEffect? = nil) {
        guard !bank.isClosed else { return }
        let (wasPlaying, ended) = (isPlaying, self.effect)
        (playing, self.effect) = (new, effect)
        switch new {
        case .silence: follow(nil, until: nil)
        case .tone(let frequency): follow(frequency, until: nil)
        case .melody: advance(sequence.start(at: queue.now))
        }
        ended?.end()
        if isPlaying != wasPlaying { observer.changed() }
    }

    /// Plays a part of the melody, until the timer.
    private func advance(_ frequency: Double?) {
        guard let wakeUp = sequence.wakeUp else { return show(.silence) }
        follow(frequency, until: wakeUp)
    }

    private func follow(_ frequency: Double?, until wakeUp: Duration?) {
        timer.set(to: wakeUp)
        guard frequency != sounding else { return }
        sounding = frequency
        output.pulse(frequency.map(Pulse.init(frequency:)))
    }
}

extension Pulse {
    /// A square wave.
    ///
    /// - Parameter frequency: In hertz: at least 1.
    fileprivate init(frequency: Double) {
        let period = Duration.nanoseconds(Int64((1e9 / frequency).rounded()))
        self.init(width: period / 2, period: period)
    }
}

extension TonalBuzzer: FleetLimited {
    package var hasLimits: Bool { limits != nil }
    package func fleetChanged(isConnected: Bool) { limits?.fleetChanged(isConnected: isConnected) }
}

extension TonalBuzzer: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: LineSettings {
        public var line = LineReference.unknown
        public var pwm: PWMChannel?
        public var limits = OutputLimits.none

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(example: "GPIO18"), "the line of the buzzer"),
                .pwm(\.pwm, "the channel that makes the tones; by default, the program makes them, up to 2 kHz"),
                .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("tonal-buzzer", title: "tonal buzzer") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .contact }

    public static func wires(of settings: Settings) -> [LineWire] {
        [LineWire(settings.line, .output(isActiveLow: false, pwm: settings.pwm), as: .sounder)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, range: 20...(settings.pwm == nil ? 2000 : 20_000), output: try context.output(settings.line),
            limits: settings.limits, observer: context.observer)
    }

    /// Ends the melody. The board then makes the line safe.
    public func close() { timer.cancel() }

    /// Two features: whether the buzzer is playing, and the frequency. Only the first can be set. Each note reports its
    /// frequency.
    public var features: [Feature] {
        [
            Feature(canBeSet: true, isDriven: output.views.isDriven, role: .siren),
            Feature("frequency", isProgress: true),
        ]
    }

    public func value(of feature: Int) -> Feature.Value {
        if feature == 0 { return .toggle(.on(if: isPlaying)) }
        return .level(frequency, Feature.Scale(range, unit: " Hz", hasOff: true))
    }

    /// Stops the tone or the melody for `.off`. Any other pattern plays a tone of 880 Hz.
    public func setFeature(_ feature: Int, to value: Feature.Value) {
        guard feature == 0, case .toggle(let pattern) = value else { return }
        set(pattern == .off ? nil : Self.beep)
    }
}
