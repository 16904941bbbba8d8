import CarillonAudio
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A board with the devices of an application's wiring, ready for use.
///
/// May be used from any thread: the devices are thread-safe.
public final class Board: Sendable {
    /// The description of the type of board: its chips, its headers and its sound device.
    public let description: BoardDescription
    /// The queue that the devices run on. A controller on the same queue handles a press in the same wake-up.
    public var queue: any Scheduler { inputs.queue }
    /// The source of random numbers that a recorded session can repeat; see `RandomNumbers`.
    public var random: RandomNumbers { inputs.random }
    /// The loudspeaker, which plays the sounds of the wiring and of the folder `Sounds`.
    public let speaker: Speaker

    /// The player of music. Access it before the program's loops start, so that the page and the fleet show it.
    public var player: Player {
        queue.perform {
            if let player = players.withLock({ $0 }) { return player }
            let player = makePlayer(of: audio.tracks)
            features.add(player)
            players.withLock { $0 = player }
            return player
        }
    }

    /// The clock, which rings alarms. Access it before the program's loops start, so that the page and the fleet show the next
    /// alarm.
    public var clock: WallClock {
        queue.perform {
            if let clock = clocks.withLock({ $0 }) { return clock }
            let clock = makeClock(like: wallClock)
            features.add(clock)
            clocks.withLock { $0 = clock }
            return clock
        }
    }

    /// The ways by which something reaches the program.
    package let inputs: BoardInputs
    /// The folder for the files that the program keeps.
    package let stateFolder: StateFolder
    /// The audio engine that plays the sounds.
    package var engine: AudioEngine { audio.engine }
    /// The objects of the modules above.
    package let attachments = Attachments()
    /// The features of the devices, of the loudspeaker and of the application, by which outlets observe and set them.
    package let features: BoardFeatures
    /// Reports a failure. Call on the queue.
    package let didFail: @Sendable (any Error) -> Void
    private let present: Locked<Devices>
    private let builder: DeviceBuilder
    private let audio: BoardAudio
    private let players = Locked<Player?>(nil)
    private let wallClock: any WallClockSource
    private let clocks = Locked<WallClock?>(nil)
    /// The settings of the clock in the wiring.
    let clockSettings: ClockSettings
    private let wiringForMissing: @Sendable (any Device.Type, String) throws -> Wiring?

    /// Creates the devices of `wiring` on a board and requests their lines. On an error, all lines are released.
    ///
    /// - Parameters:
    ///   - description: The description of the type of board: its chips, its headers and its sound device.
    ///   - wiring: The devices, placed on a board of this kind.
    ///   - inputs: The chip behind the board's header, its queue, and the random numbers.
    ///   - stateFolder: The folder for the files that the program keeps.
    ///   - audio: The sound of the board.
    ///   - clock: The wall clock of the machine; by default, one that begins at 2026-01-01 00:00.
    ///   - didFail: Called on the queue when a device fails.
    ///   - wiringForMissing: Returns a wiring to add when the program requests a device that does not exist, or nil to
    ///     add nothing. Throws if there is no room for the device.
    /// - Throws: `DescriptionError` if a sound of the wiring is missing or there are too many outputs, `GPIOError` or
    ///   `BusError` if a line or a bus cannot be requested.
    package init(
        _ description: BoardDescription, wiring: Wiring, inputs: BoardInputs, stateFolder: StateFolder = .none,
        audio: BoardAudio, clock: (any WallClockSource)? = nil,
        didFail: @escaping @Sendable (any Error) -> Void = { _ in },
        wiringForMissing: @escaping @Sendable (any Device.Type, String) throws -> Wiring? = { _, _ in nil }
    ) throws {
        try wiring.findSounds()
        self.description = description
        self.inputs = inputs
        self.stateFolder = stateFolder
        self.audio = audio
        self.didFail = didFail
        wallClock = clock ?? VirtualWallClock(on: inputs.queue.unrecorded)
        clockSettings = wiring.clock
        self.wiringForMissing = wiringForMissing
        let (chip, queue) = (inputs.chip, inputs.queue)
        let engine = audio.engine
        let sound = BoardSound(
            microphones: audio.microphones ?? SimulatedMicrophones(on: chip.simulated, time: queue.unrecorded),
            recordings: audio.recordings, isSounding: { engine.isSounding })
        let features = BoardFeatures(on: queue)
        self.features = features
        let builder = DeviceBuilder(
            board: description, inputs: inputs, features: features, sound: sound, didFail: didFail)
        self.builder = builder
        engine.setLimit(wiring.speaker.limit)
        engine.setVolume(to: wiring.speaker.volume)
        let (devices, speaker) = try queue.perform {
            let devices = try builder.build(wiring)
            let speaker = Speaker(
                engine: engine, queue: queue.unrecorded, session: inputs.session,
                observer: features.observer(didFail: didFail),
                add: { make in features.add(make(features.observer(didFail: didFail))) }, loading: audio.loading,
                synthesizer: audio.synthesizer, speech: wiring.speech ?? SpeechSettings(), load: audio.load)
            features.add(speaker)
            // Every board has the volume of the whole, so that page and fleet can turn it down.
            _ = speaker.volume
            ChipPresence.observe(chip, in: features)
            return (devices, speaker)
        }
        self.speaker = speaker
        present = Locked(devices)
    }

    /// The devices that exist so far.
    private var devices: Devices { present.withLock { $0 } }

    /// Adds a device that the program has requested, if `wiringForMissing` returns a wiring for it.
    ///
    /// - Throws: `BoardError.cannotAddDevice`.
    private func addMissing(_ kind: any Device.Type, _ name: String) throws(BoardError) {
        do {
            guard let wiring = try wiringForMissing(kind, name) else { return }
            let devices = try queue.perform { try builder.build(wiring) }
            present.withLock { $0.add(devices) }
        } catch {
            let reason = (error as? DescriptionError)?.message ?? "\(error)"
            throw .cannotAddDevice(kind: kind.kind.title, name: name, reason: reason)
        }
    }

    /// Sends the result of `event` when the GPIO chip, such as one on USB, disappears or comes back. `event` is called with
    /// true if the chip is present.
    ///
    /// While the chip is absent, buttons count as released, and output changes take effect when it is back.
    public func chipPresence<Event: Sendable>(
        send event: @escaping @Sendable (Bool) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [inputs] consumer in
            let observation = inputs.queue.perform {
                inputs.chip.observePresence { isPresent in consumer(event(isPresent)) }
            }
            return AnonymousDisposable { inputs.queue.perform { observation.dispose() } }
        }
    }

    /// Combines the event sources of several devices into a single one for a loop.
    ///
    ///     .withEventSource(try board.events(
    ///         board.button("start").pressed(send: .start),
    ///         board.button("start").held(send: .reset),
    ///         board.encoder("minutes").turned { .add(minutes: $0) }))
    public func events<Event: Sendable>(_ sources: AnyEventSource<Event>...) -> AnyEventSource<Event> {
        sources.reduce(CompositeEventSourceBuilder()) { $0.addEventSource($1) }.build()
    }

    /// Puts every output into its safe state, silences the sound at once, releases all lines, and closes the attachments.
    /// Call it last, after the controllers have stopped.
    package func close() {
        queue.perform {
            clocks.withLock { $0 }?.close()
            devices.close()
        }
        builder.sound.finishRecordings()
        engine.close()
        attachments.close()
    }
}

extension Board: DeviceFinder {
    /// Returns the device of this kind that the wiring calls `name`. May be called from any thread.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such device; the error lists the existing ones.
    ///   `BoardError.kindMismatch` if a device of another kind has the name.
    public func device<Kind: Device>(_ kind: Kind.Type, _ name: String) throws(BoardError) -> Kind {
        if let device = devices.device(kind, name) as? Kind { return device }
        try addMissing(kind, name)
        let devices = devices
        guard let device = devices.device(kind, name) as? Kind else {
            throw missing(kind.kind.title, name, known: devices.names(of: kind))
        }
        return device
    }

    /// Everything that has features: the devices in the order of the wiring, then the loudspeaker, its volumes and the player.
    package var allFeatureProviders: [any FeatureProviding] { devices.all + features.ofBoard }

    /// The number of edges that all inputs are known to have lost.
    package var lostEdges: Int { devices.all.reduce(0) { $0 + $1.lostEdges } }

    /// Returns the devices called `name`, at most one of each kind.
    package func devices(called name: String) -> [any FeatureProviding] {
        allFeatureProviders.filter { $0.name == name }
    }

    /// Returns the error for a name that no device of a kind has.
    ///
    /// - Parameter known: The names of the devices of this kind.
    package func missing(_ kind: String, _ name: String, known: [String]) -> BoardError {
        guard let actual = devices(called: name).first else {
            return .unknownDevice(kind: kind, name: name, known: known)
        }
        return .kindMismatch(kind: kind, name: name, actual: type(of: actual).kind.title)
    }
}

/// Timers and periodic events for loops.
extension Board {
    /// Returns a timer that effects start and stop.
    public func timer() -> LoopTimer { LoopTimer(on: queue, random: random, didFail: didFail) }

    /// Sends `event` every `period` while the loop runs, the first time after one period.
    ///
    /// For occasional waits, use a ``timer()`` instead, which does not wake the program up in between.
    ///
    /// - Parameter period: At least 1 µs; shorter periods count as 1 µs.
    public func every<Event: Sendable>(_ period: Duration, send event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [queue] consumer in queue.every(period) { _ in consumer(event) } }
    }
}
