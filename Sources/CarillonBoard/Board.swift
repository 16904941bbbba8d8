import CarillonAudio
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A board with an application's devices on it: what the wiring names, ready to be used.
///
/// It may be used from any thread: the devices look after themselves.
public final class Board: Sendable {
    /// What kind of board it is.
    public let description: BoardDescription
    /// Where the devices live: a controller that lives there, too, answers a press in the same wake-up.
    public let queue: any Scheduler
    /// Plays the wiring's sounds, and those of `Sounds/`.
    public let speaker: Speaker

    package let engine: AudioEngine
    private let chip: any GPIOChip
    private let observer: DeviceObserver
    private let present: Locked<Devices>
    private let whatIsMissing: @Sendable (any Device.Type, String) throws -> Wiring?

    /// Puts the devices of `wiring` on a board. The devices' lines are requested here; an error gives them back.
    ///
    /// - Parameters:
    ///   - description: What kind of board it is.
    ///   - wiring: The devices, placed on a board of this kind.
    ///   - chip: The chip behind the board's header.
    ///   - engine: What sounds play on.
    ///   - queue: That of the chip.
    ///   - observer: Is told what people see and hear, and what fails.
    ///   - loadSound: Finds and loads a sound.
    ///   - whatIsMissing: Returns what to add when a device is asked for that is not there; nil is nothing. Throws if there
    ///     is no room for it.
    /// - Throws: `DescriptionError` if a sound of the wiring is missing, `GPIOError` if a line cannot be had.
    package init(
        _ description: BoardDescription, wiring: Wiring, chip: any GPIOChip, engine: AudioEngine,
        queue: any Scheduler, observer: DeviceObserver,
        loadSound: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound,
        whatIsMissing: @escaping @Sendable (any Device.Type, String) throws -> Wiring? = { _, _ in nil }
    ) throws {
        try wiring.findSounds()
        self.description = description
        self.queue = queue
        self.engine = engine
        self.chip = chip
        self.observer = observer
        self.whatIsMissing = whatIsMissing
        speaker = Speaker(engine: engine, queue: queue, observer: observer, load: loadSound)
        present = Locked(
            try queue.perform {
                let builder = DeviceBuilder(board: description, chip: chip, queue: queue, observer: observer)
                let devices = try builder.build(wiring)
                // It is observed for as long as there is the chip.
                _ = chip.observePresence { isPresent in
                    observer.didChange(.chip(label: chip.label, isPresent: isPresent))
                }
                return devices
            })
    }

    /// The devices that there are.
    private var devices: Devices { present.withLock { $0 } }

    /// Adds the device that a program has asked for, if such devices are added at all.
    ///
    /// - Throws: `BoardError.noRoom`.
    private func addMissing(_ kind: any Device.Type, _ name: String) throws(BoardError) {
        do {
            guard let wiring = try whatIsMissing(kind, name) else { return }
            let devices = try queue.perform {
                try DeviceBuilder(board: description, chip: chip, queue: queue, observer: observer).build(wiring)
            }
            present.withLock { $0.add(devices) }
        } catch {
            let reason = (error as? DescriptionError)?.message ?? "\(error)"
            throw .noRoom(kind: kind.kind.title, name: name, reason: reason)
        }
    }

    /// Sends what `event` makes of the chip's going away (false) and coming back (true), as it does when it is on USB.
    ///
    /// Meanwhile buttons are released, and what outputs are told waits for the chip.
    public func presence<Event: Sendable>(_ event: @escaping @Sendable (Bool) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [chip, queue] consumer in
            let observation = queue.perform { chip.observePresence { isPresent in consumer(event(isPresent)) } }
            return AnonymousDisposable { queue.perform { observation.dispose() } }
        }
    }

    /// Joins the event sources of several devices into the one that a loop takes.
    ///
    ///     .withEventSource(try board.events(
    ///         board.button("start").pressed(.start),
    ///         board.button("start").held(.reset),
    ///         board.encoder("minutes").turned { .add(minutes: $0) }))
    public func events<Event: Sendable>(_ sources: AnyEventSource<Event>...) -> AnyEventSource<Event> {
        sources.reduce(CompositeEventSourceBuilder()) { $0.addEventSource($1) }.build()
    }

    /// Puts every output into its safe state, silences the sound at once, and gives all back. To be called after the
    /// controllers have stopped, as the last thing.
    package func close() {
        queue.perform { devices.close() }
        engine.close()
    }
}

extension Board: DeviceFinder {
    /// The device of this kind that the wiring calls `name`. May be called from any thread.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such device; the error lists those there are.
    ///   `BoardError.otherKind` if the name is a device of another kind.
    public func device<Kind: Device>(_ kind: Kind.Type, _ name: String) throws(BoardError) -> Kind {
        if let device = devices.device(kind, name) as? Kind { return device }
        try addMissing(kind, name)
        let devices = devices
        guard let device = devices.device(kind, name) as? Kind else {
            throw missing(kind.kind.title, name, known: devices.names(of: kind))
        }
        return device
    }

    /// All that has features: the devices, in the order of the wiring, and the loudspeaker.
    package var allFeatured: [any Featured] { devices.all + [speaker] }

    /// Those called `name`: one of a kind at most.
    package func devices(called name: String) -> [any Featured] { allFeatured.filter { $0.name == name } }

    /// The error for a name that no device of a kind has.
    ///
    /// - Parameter known: The names of the devices of this kind.
    package func missing(_ kind: String, _ name: String, known: [String]) -> BoardError {
        guard let actual = devices(called: name).first else {
            return .unknownDevice(kind: kind, name: name, known: known)
        }
        return .otherKind(kind: kind, name: name, actual: type(of: actual).kind.title)
    }
}
