import CarillonAudio
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

/// A board with an application's parts on it: what the wiring names, ready to be used.
///
/// It may be used from any thread: the parts look after themselves.
public final class Board: Sendable {
    /// What kind of board it is.
    public let description: BoardDescription
    /// Where the parts live: a controller that lives there, too, answers a press in the same wake-up.
    public let queue: any Scheduler
    /// Plays the wiring's sounds, and those of `Sounds/`.
    public let speaker: Speaker

    package let engine: AudioEngine
    private let chip: any GPIOChip
    private let observer: PartObserver
    private let present: Mutex<Parts>
    private let whatIsMissing: @Sendable (PartKind, String) throws -> Wiring?

    /// Puts the parts of `wiring` on a board. The parts' lines are requested here; an error gives them back.
    ///
    /// - Parameters:
    ///   - description: What kind of board it is.
    ///   - wiring: The parts, placed on a board of this kind.
    ///   - chip: The chip behind the board's header.
    ///   - engine: What sounds play on.
    ///   - queue: That of the chip.
    ///   - observer: Is told what people see and hear, and what fails.
    ///   - loadSound: Finds and loads a sound.
    ///   - whatIsMissing: What to add when a part is asked for that is not there; nil is nothing. Throws if there is no room
    ///     for it.
    /// - Throws: `DescriptionError` if a sound of the wiring is missing, `GPIOError` if a line cannot be had.
    package init(
        _ description: BoardDescription, wiring: Wiring, chip: any GPIOChip, engine: AudioEngine,
        queue: any Scheduler, observer: PartObserver,
        loadSound: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound,
        whatIsMissing: @escaping @Sendable (PartKind, String) throws -> Wiring? = { _, _ in nil }
    ) throws {
        try wiring.findSounds()
        self.description = description
        self.queue = queue
        self.engine = engine
        self.chip = chip
        self.observer = observer
        self.whatIsMissing = whatIsMissing
        speaker = Speaker(engine: engine, queue: queue, observer: observer, load: loadSound)
        present = Mutex(
            try queue.perform {
                var builder = PartsBuilder(board: description, chip: chip, queue: queue, observer: observer)
                let parts = try builder.build(wiring)
                // It is observed for as long as there is the chip.
                _ = chip.observePresence { isPresent in
                    observer.didChange(.chip(label: chip.label, isPresent: isPresent))
                }
                return parts
            })
    }

    /// The parts that there are.
    var parts: Parts { present.withLock { $0 } }

    /// Adds the part that a program has asked for, if such parts are added at all.
    ///
    /// - Throws: `BoardError.noRoom`.
    func addMissing(_ kind: PartKind, _ name: String) throws(BoardError) {
        do {
            guard let wiring = try whatIsMissing(kind, name) else { return }
            let parts = try queue.perform {
                var builder = PartsBuilder(board: description, chip: chip, queue: queue, observer: observer)
                return try builder.build(wiring)
            }
            present.withLock { $0.add(parts) }
        } catch {
            let reason = (error as? DescriptionError)?.message ?? "\(error)"
            throw .noRoom(kind: kind.rawValue, name: name, reason: reason)
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

    /// Joins the event sources of several parts into the one that a loop takes.
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
        queue.perform { parts.close() }
        engine.close()
    }
}
