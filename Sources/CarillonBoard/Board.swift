import CarillonAudio
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import MobiusCore

/// A board with an application's parts on it: what the wiring names, ready to be used.
///
/// It may be used from any thread: nothing in it changes, and the parts look after themselves.
public final class Board: Sendable {
    /// What kind of board it is.
    public let description: BoardDescription
    /// Where the parts live: a controller that lives there, too, answers a press in the same wake-up.
    public let queue: any Scheduler
    /// Plays the wiring's sounds, and those of `Sounds/`.
    public let speaker: Speaker

    let engine: AudioEngine
    private let buttons: [Button]
    private let leds: [LED]
    private let numbers: [NumberDisplay]

    /// Puts the parts of `wiring` on a board. The parts' lines are requested here; an error gives them back.
    ///
    /// - Parameters:
    ///   - description: What kind of board it is.
    ///   - wiring: The parts, placed on a board of this kind.
    ///   - chip: The chip behind the board's header.
    ///   - engine: What sounds play on.
    ///   - queue: That of the chip.
    ///   - observer: Is told what people see and hear, and what fails.
    /// - Throws: `DescriptionError` if a sound of the wiring is missing, `GPIOError` if a line cannot be had.
    init(
        _ description: BoardDescription, wiring: Wiring, chip: any GPIOChip, engine: AudioEngine,
        queue: any Scheduler, observer: PartObserver
    ) throws {
        try wiring.findSounds()
        self.description = description
        self.queue = queue
        self.engine = engine
        speaker = Speaker(engine: engine, queue: queue, observer: observer) { name, engine in
            try wiring.load(name, for: engine)
        }
        (buttons, leds, numbers) = try queue.perform {
            let parts = PartsBuilder(board: description, chip: chip, queue: queue, observer: observer)
            do {
                return try parts.build(wiring)
            } catch {
                parts.close()
                throw error
            }
        }
    }

    /// The event source of some buttons: what event a press of which button is.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such button.
    public func buttons<Event: Sendable>(_ events: [String: Event]) throws(BoardError) -> ButtonPresses<Event> {
        var pairs: [(Button, Event)] = []
        for (name, event) in events { pairs.append((try Self.part("button", name, in: buttons, by: \.name), event)) }
        return ButtonPresses(pairs)
    }

    /// The LED that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such LED.
    public func led(_ name: String) throws(BoardError) -> LED {
        try Self.part("LED", name, in: leds, by: \.name)
    }

    /// The number display that the wiring calls `name`: a view for a loop whose model is the number.
    ///
    /// - Throws: `BoardError.unknownPart` if the wiring has no such number.
    public func number(_ name: String) throws(BoardError) -> NumberDisplay {
        try Self.part("number", name, in: numbers, by: \.name)
    }

    private static func part<Part>(
        _ kind: String, _ name: String, in parts: [Part], by path: KeyPath<Part, String>
    ) throws(BoardError) -> Part {
        guard let part = parts.first(where: { $0[keyPath: path] == name }) else {
            throw .unknownPart(kind: kind, name: name, known: parts.map { $0[keyPath: path] })
        }
        return part
    }

    /// Puts every output into its safe state, silences the sound at once, and gives all back. To be called after the
    /// controllers have stopped, as the last thing.
    func close() {
        queue.perform {
            for led in leds { led.close() }
            for button in buttons { button.close() }
        }
        engine.close()
    }
}
