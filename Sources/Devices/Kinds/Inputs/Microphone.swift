import CarillonAudio
import CarillonScheduling
import MobiusCore

/// A microphone, which detects loud and quiet sound and double claps, measures levels, and records.
///
///     let ear = try board.microphone("nursery")
///     ...
///     .withEventSource(board.events(ear.louder(send: .loud), ear.quieter(send: .quiet)))
///     .routeCase(Effect.record).to(ear.record(for: .seconds(60), then: Event.recorded))
///
/// The sound card is open only while the program listens or records. A recorded session contains what the microphone detects,
/// but not the sound. If the sound card is absent, a failure of the board is reported, and the card is opened when it is
/// present again.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Microphone: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// Whether the sound is loud, by `loud` and `quiet` in the wiring; updated while the program listens. Queue only.
    public private(set) var isLoud = false
    /// The newest level; nil if the program has not requested levels. Queue only.
    public private(set) var level: SoundLevel?
    /// Whether a recording is running. Queue only.
    public private(set) var isRecording = false

    let settings: Settings
    let queue: any Scheduler
    private let observer: DeviceObserver
    private let readings: DeviceReadings
    private let sound: BoardSound
    private let input: any AudioInput
    private let light: LED?
    private let listeners: Listeners<Heard>
    /// The sink while the input is started.
    private var sink: CaptureSink?
    /// The number of event sources and recordings that need the sink.
    private var users = 0
    private var recordings: [Int: @Sendable (SoundRecording) -> Void] = [:]
    private var newest = 0
    /// The time before a recording that the sink keeps.
    private var kept = Duration.zero
    private var isClosed = false

    /// Creates a microphone without opening the sound card. Call on the queue.
    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, self.settings, queue, observer) = (name, settings, context.queue, context.observer)
        (readings, sound) = (context.readings, context.sound)
        light = try settings.light.map { light in try context.device(LED.self, light) }
        input = sound.microphones.input(settings.device, gain: settings.gain)
        listeners = Listeners(on: context.queue)
    }

    /// The rule of the main feature.
    var ownRule: LoudnessRule {
        LoudnessRule(loud: settings.loud, for: 100, quiet: settings.quiet, for: 1000)
    }

    // MARK: Listening

    /// Returns the event source of what is heard.
    ///
    /// - Parameters:
    ///   - command: Asks the sink for it.
    ///   - event: Returns the event of an observation; nil for none. Called on the queue.
    func source<Event: Sendable>(
        _ command: CaptureSink.Command, _ event: @escaping @Sendable (Heard) -> Event?
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            let listener = listeners.add { heard in if let event = event(heard) { consumer(event) } }
            queue.perform {
                open()
                send(.want(ownRule))
                send(command)
            }
            return AnonymousDisposable { [self] in
                listener.dispose()
                queue.perform { release() }
            }
        }
    }

    private func open() {
        users += 1
        guard sink == nil, !isClosed else { return }
        let sink = CaptureSink(
            deafTime: Int(settings.deaf / .milliseconds(1)), store: sound.recordings, isSounding: sound.isSounding
        ) { [weak self] report in self?.pass(report) }
        self.sink = sink
        if kept > .zero { sink.send(.keep(Int(kept / .milliseconds(1)))) }
        input.start(sink)
    }

    private func release() {
        users -= 1
        guard users == 0 else { return }
        sink = nil
        input.stop()
    }

    private func send(_ command: CaptureSink.Command) {
        sink?.send(command)
        input.commandsDidArrive()
    }

    /// Passes a report of the sink to the program, as an input of a session. Any thread.
    private func pass(_ report: CaptureSink.Report) {
        switch report {
        case .heard(let heard): readings.send("\(MicrophoneReading.heard(heard))", to: self)
        case .recorded(let number, let recording):
            readings.send("\(MicrophoneReading.recorded(number, recording))", to: self)
        case .lost(let loss):
            let queue = queue.unrecorded
            queue.async { [observer] in observer.didFail(loss) }
        }
    }

    public func receive(_ reading: String) {
        switch MicrophoneReading(reading) {
        case .heard(let heard): receive(heard)
        case .recorded(let number, let recording): ended(number, recording)
        case nil: break
        }
    }

    private func receive(_ heard: Heard) {
        switch heard {
        case .loud(ownRule), .quiet(ownRule):
            if case .loud = heard { isLoud = true } else { isLoud = false }
            observer.changed()
        case .level(let level):
            self.level = level
            observer.changed(1)
        default: break
        }
        listeners.notify(heard)
    }

    // MARK: Recording

    /// Begins a recording, and ends the one before. Call on the queue.
    ///
    /// - Returns: Its number.
    func begin(
        limit: Duration, preRoll: Duration, _ format: RecordingFormat,
        then: @escaping @Sendable (SoundRecording) -> Void
    ) -> Int {
        newest += 1
        recordings[newest] = then
        open()
        show(isRecording: true)
        send(.record(newest, limit: limit, preRoll: preRoll, format))
        return newest
    }

    /// Keeps the newest sound for later recordings, while the program listens. Call on the queue.
    func keep(_ duration: Duration) {
        guard duration > kept else { return }
        kept = duration
        send(.keep(Int(duration / .milliseconds(1))))
    }

    /// Ends the recording with a number, or the newest one. Call on the queue.
    func stop(_ number: Int? = nil) { send(.stop(number ?? newest)) }

    private func ended(_ number: Int, _ recording: SoundRecording) {
        guard let then = recordings.removeValue(forKey: number) else { return }
        if recordings.isEmpty { show(isRecording: false) }
        if let failure = recording.failure { observer.didFail(RecordingFailed(name: name, reason: failure)) }
        then(recording)
        release()
    }

    private func show(isRecording: Bool) {
        guard isRecording != self.isRecording else { return }
        self.isRecording = isRecording
        light?.set(isRecording ? .on : .off)
        observer.changed(2)
    }

    public func close() {
        isClosed = true
        listeners.removeAll()
        sink = nil
        input.stop()
    }
}

/// The error of a recording that cannot be written.
public struct RecordingFailed: Error, Equatable, CustomStringConvertible {
    /// The name of the microphone.
    public let name: String
    /// The reason why the recording cannot be written.
    public let reason: String
    /// The message for users, with the name and the reason.
    public var description: String { "the microphone \"\(name)\" cannot record: \(reason)" }
}

extension Microphone: Device {
    public static var kind: DeviceKind { DeviceKind("microphone") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .contact }

    public static func wires(of settings: Settings) -> [LineWire] { [] }

    public static func controls(of settings: Settings) -> [Control] {
        [Control(.enter(.microphone(settings.device), examples: ["claps", "noise 3000 -20"]), keys: [nil])]
    }

    /// Returns the entry of a microphone without a light, whose ALSA device is called `name`.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.microphone(name, device: name)]
    }

    /// Whether the sound is loud, the level in dBFS, and whether a recording is running.
    public var features: [Feature] {
        [Feature(isInput: true), Feature("level", isInput: true), Feature("recording")]
    }

    public func value(of feature: Int) -> Feature.Value {
        switch feature {
        case 0: .toggle(.on(if: isLoud))
        case 1: .level(level?.rms, Feature.Scale(-100...0, unit: " dBFS", hasOff: true))
        default: .toggle(.on(if: isRecording))
        }
    }
}
