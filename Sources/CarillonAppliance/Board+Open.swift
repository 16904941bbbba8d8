import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime

/// A board that has been opened on this machine, and what a person may want to know of it.
struct OpenedBoard {
    let board: Board
    /// The wiring, as it is placed on the board.
    let wiring: Wiring
    /// What has asked the program to end since its lines are in use.
    let signals: TerminationSignals
    /// The board's, as what it really is.
    let queue: RealTimeQueue
    /// The chip of a simulated board.
    let simulatedChip: SimulatedChip?
    /// What was chosen, in one line.
    let summary: String
}

extension Board {
    /// Opens the board that the program runs on, with the devices of `wiring`.
    ///
    /// The device tree tells which board it is. On a machine that is no board that Carillon knows, the simulated one is
    /// opened in its place; a board that is asked for by name must be there.
    ///
    /// - Parameters:
    ///   - wiring: The application's devices.
    ///   - name: The board to open; nil finds it.
    ///   - sound: The sound device: `none`, `file:PATH.wav` or an ALSA device; nil takes the board's own, or silence if
    ///     that cannot be opened.
    ///   - console: Where is said what was chosen, and what people see and hear on a simulated board.
    /// - Throws: What keeps the board from being opened, in one line that says what to do.
    static func open(wiring: Wiring, name: String?, sound: String?, console: Console) throws -> OpenedBoard {
        let description = try describe(name, console: console)
        let wiring = try wiring.placed(on: description)
        // Up to here nothing is in use that would have to be made safe.
        let signals = try TerminationSignals()
        let queue = try openQueue(for: description, name: console.program)
        let (chip, simulated) = try openChip(of: description, wasForced: name != nil, queue: queue, console: console)
        let engine = try openSound(
            sound, default: description.sound, idlePolicy: wiring.idlePolicy, queue: queue, console: console)
        let show: @Sendable (DeviceChange) -> Void = { change in console.show(change) }
        let observer = DeviceObserver(
            didChange: simulated == nil ? nil : show,
            didFail: { error in console.notice("\(error)", .error) })
        let board = try Board(
            description, wiring: wiring, chip: chip, engine: engine, queue: queue, observer: observer,
            loadSound: wiring.load)
        if simulated == nil {
            _ = queue.perform {
                chip.observePresence { isPresent in
                    console.notice("\(DeviceChange.chip(label: chip.label, isPresent: isPresent))", .warning)
                }
            }
        }
        return OpenedBoard(
            board: board, wiring: wiring, signals: signals, queue: queue, simulatedChip: simulated,
            summary: summary(of: description, queue: queue, engine: engine))
    }

    static func describe(_ name: String?, console: Console) throws -> BoardDescription {
        if let name { return try .named(name) }
        let model = DeviceTree.model
        let (board, faults) = BoardDescription.detect()
        for fault in faults { console.notice("\(fault)", .warning) }
        if let board { return board }
        let reason = model.map { "\"\($0)\" is unknown" } ?? "this machine has no device tree"
        console.notice("no known board (\(reason)); running on the simulated board", .warning)
        return try .named("simulated")
    }

    /// A laptop's person needs no real time. What a real board's queue is refused is told once all else has succeeded.
    private static func openQueue(
        for description: BoardDescription, name: String
    ) throws(RealTimeError) -> RealTimeQueue {
        let configuration =
            description.isSimulated ? RealTimeConfiguration(priority: 0) : RealTimeConfiguration(locksMemory: true)
        return try RealTimeQueue(name: name, configuration: configuration, onRefusal: { _ in })
    }

    private static func openChip(
        of description: BoardDescription, wasForced: Bool, queue: RealTimeQueue, console: Console
    ) throws -> (any GPIOChip, SimulatedChip?) {
        if description.isSimulated {
            let chip = SimulatedChip(lineNames: description.lineNames, time: queue)
            return (chip, chip)
        }
        do {
            return (try BoardChip(opening: description, consumer: console.program, queue: queue), nil)
        } catch {
            guard case .noChip = error, wasForced else { throw error }
            throw BoardError.boardNotHere(name: description.name, reason: "\(error)")
        }
    }

    /// Opens the device that the user named, or the board's own; without that one the box is silent, but works.
    private static func openSound(
        _ device: String?, default boardsDevice: String, idlePolicy: AudioIdlePolicy, queue: RealTimeQueue,
        console: Console
    ) throws -> AudioEngine {
        func open(_ device: AudioDevice) throws(AudioOutputError) -> AudioEngine {
            try AudioEngine(device: device, pacedBy: queue, idlePolicy: idlePolicy) { event in
                if case .failed = event { console.failure("\(event)") } else { console.notice("\(event)", .error) }
            }
        }
        if let device { return try open(AudioDevice(device)) }
        do throws(AudioOutputError) {
            return try open(AudioDevice(boardsDevice))
        } catch {
            console.notice("without sound: \(error)", .warning)
            return try open(.none)
        }
    }

    private static func summary(
        of board: BoardDescription, queue: RealTimeQueue, engine: AudioEngine
    ) -> String {
        let timing = queue.grantedPriority > 0 ? "real-time priority \(queue.grantedPriority)" : "ordinary priority"
        return
            "running on \(board.title) (\(board.chipLabels.joined(separator: ", "))), \(timing), sound: \(engine.outputDescription)"
    }
}
