import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling

/// A board that has been opened on this machine, and a summary for the user.
struct OpenedBoard {
    let board: Board
    /// The wiring as placed on the board.
    let wiring: Wiring
    /// The termination signals, caught since before the lines were requested.
    let signals: TerminationSignals
    /// The board's queue, with its concrete type.
    let queue: RealTimeQueue
    /// The recording of the session; nil if it is not recorded.
    let recording: SessionRecording?
    /// The chip of a simulated board.
    let simulatedChip: SimulatedChip?
    /// The selected board, timing and sound output, in a single line.
    let summary: String
}

extension Board {
    /// Opens the board that the program runs on, with the devices of `wiring`.
    ///
    /// The device tree identifies the board. On a machine that Carillon does not know, the simulated board is opened
    /// instead. A board that is requested by name must be present.
    ///
    /// - Parameters:
    ///   - wiring: The application's devices.
    ///   - name: The board to open; nil detects it.
    ///   - sound: The sound device: `none`, `file:PATH.wav` or an ALSA device; nil selects the board's own, or silence
    ///     if that cannot be opened.
    ///   - console: Shows notices about the selection and, on a simulated board, visible and audible changes.
    ///   - follow: Called on the board's queue for each visible or audible change; nil if nothing needs them.
    ///   - record: The place of a recording of the session, and the file of the wiring; nil records nothing.
    /// - Throws: The reason why the board cannot be opened, in a single line that says what to do.
    static func open(
        wiring: Wiring, name: String?, sound: String?, console: Console, follow: (@Sendable (DeviceChange) -> Void)?,
        record: (place: SessionPlace, wiringPath: String)? = nil
    ) throws -> OpenedBoard {
        let description = try describe(name, console: console)
        let wiring = try wiring.placed(on: description)
        // Nothing before this point needs to be made safe.
        let signals = try TerminationSignals()
        let queue = try openQueue(for: description, name: console.program)
        let (chip, simulated) = try openChip(of: description, wasForced: name != nil, queue: queue, console: console)
        let engine = try openSound(
            sound, default: description.sound, idlePolicy: wiring.idlePolicy, queue: queue, console: console)
        let show: @Sendable (DeviceChange) -> Void = { change in
            follow?(change)
            console.show(change)
        }
        let observer = DeviceObserver(
            didChange: simulated == nil ? follow : show,
            didFail: { error in console.notice("\(error)", .error) })
        let recording: SessionRecording? = try record.map { record in
            try SessionRecording(
                at: record.place, wiring: wiring, wiringPath: record.wiringPath, of: description, chip: chip,
                queue: queue, console: console)
        }
        let board: Board
        do {
            board = try Board(
                description, wiring: wiring, chip: recording?.chip ?? chip, engine: engine,
                queue: recording?.queue ?? queue, random: recording?.random ?? RandomNumbers(), observer: observer,
                loadSound: wiring.load)
        } catch {
            recording?.discard()
            throw error
        }
        if simulated == nil {
            _ = queue.perform {
                chip.observePresence { isPresent in
                    console.notice("\(DeviceChange.chip(label: chip.label, isPresent: isPresent))", .warning)
                }
            }
        }
        return OpenedBoard(
            board: board, wiring: wiring, signals: signals, queue: queue, recording: recording,
            simulatedChip: simulated,
            summary: summary(of: description, queue: queue, engine: engine))
    }

    static func describe(_ name: String?, console: Console) throws -> BoardDescription {
        if let name { return try .named(name) }
        let model = DeviceTree.model
        let (board, faults) = BoardDescription.detect()
        for fault in faults { console.notice("\(fault)", .warning) }
        if let board { return board }
        let reason = model.map { "unknown board \"\($0)\"" } ?? "no device tree"
        console.notice("\(reason); running on the simulated board", .warning)
        return try .named("simulated")
    }

    /// Simulated boards run at normal priority. Denials on a real board are reported after everything else has
    /// succeeded.
    private static func openQueue(
        for description: BoardDescription, name: String
    ) throws(RealTimeError) -> RealTimeQueue {
        let configuration =
            description.isSimulated ? RealTimeConfiguration(priority: 0) : RealTimeConfiguration(locksMemory: true)
        return try RealTimeQueue(name: name, configuration: configuration, onDenial: { _ in })
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
            throw BoardError.boardMismatch(name: description.name, reason: "\(error)")
        }
    }

    /// Opens the device that the user named, or the board's own. If the board's own cannot be opened, the board works
    /// without sound.
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
            console.notice("running without sound: \(error)", .warning)
            return try open(.silent)
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
