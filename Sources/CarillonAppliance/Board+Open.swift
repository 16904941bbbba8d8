import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonOutlet
import CarillonRealTime
import LinuxAudio
import LinuxSpeech
import NetworkAudio
import SoundFiles

extension Board {
    /// Opens the board that the program runs on, with the devices of its wiring.
    ///
    /// The device tree identifies the board. On a machine that Carillon does not know, the simulated board is opened
    /// instead. A board that is requested by name must be present.
    ///
    /// - Parameters:
    ///   - program: The program. Its options name the board to open, and the sound device: `none`, `file:PATH.wav` or an
    ///     ALSA device. Without them, the board is detected, and has its own sound device, or silence if that cannot be
    ///     opened.
    ///   - outlets: The outlets of the board. If it cannot be opened, they are abandoned.
    ///   - console: Shows notices about the selection and, on a simulated board, visible and audible changes.
    /// - Returns: The board; and the selected board, timing and sound output in a single line.
    /// - Throws: The reason why the board cannot be opened, in a single line that says what to do.
    static func open(
        _ program: Program, outlets: [any Outlet], console: Console
    ) throws -> (opened: OpenedBoard, summary: String) {
        let name = program.options["board"]
        let description = try describe(name, console: console)
        let wiring = try program.wiring.placed(on: description)
        let queue = try openQueue(for: description, name: program.name)
        let (chip, simulated) = try openChip(of: description, wasForced: name != nil, queue: queue, console: console)
        let engine = try openSound(
            program.options["sound"], default: description.sound, idlePolicy: wiring.speaker.idlePolicy, queue: queue,
            console: console)
        setHardwareVolume(wiring.speaker, of: program.options["sound"] ?? description.sound, console: console)
        var parts = BoardParts(
            description, wiring: wiring, chip: chip, queue: queue, needsSession: outlets.contains { $0.needsSession })
        let board: Board
        do {
            for outlet in outlets { try outlet.prepare(&parts) }
            board = try Board(
                description, wiring: wiring, inputs: parts.inputs, stateFolder: .ofProgram, engine: engine,
                didFail: { error in console.notice("\(error)", error is ClockNotice ? .warning : .error) },
                loadSound: wiring.load, tracks: NetworkTracks(), synthesizer: EspeakSpeech(),
                clock: MachineClock(queue),
                microphones: openMicrophones(
                    program.options["microphone"], isSimulated: simulated != nil, queue: queue),
                recordings: DiskRecordings(in: StateFolder.ofProgram.path))
        } catch {
            for outlet in outlets { outlet.abandon() }
            throw error
        }
        if simulated != nil {
            _ = board.features.observeVisible(console.show)
        } else {
            _ = queue.perform {
                chip.observePresence { isPresent in
                    console.notice("\(DeviceChange.chip(label: chip.label, isPresent: isPresent))", .warning)
                }
            }
        }
        return (
            OpenedBoard(board, wiring: wiring, queue: queue, simulatedChip: simulated),
            summary(of: description, queue: queue, engine: engine)
        )
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

    /// Unmutes and sets the card's own volume, if the wiring names its control. Otherwise the card remains as it is.
    private static func setHardwareVolume(_ speaker: SpeakerSettings, of device: String, console: Console) {
        guard let control = speaker.hardware, case .alsa(let name)? = try? AudioDevice(device) else { return }
        do throws(AudioOutputError) {
            let volume = try HardwareVolume(ofDevice: name, control: control)
            try volume.setGain(speaker.hardwareGain)
            if try volume.isMuted { try volume.setMuted(false) }
        } catch {
            console.notice("cannot set the volume of the sound card: \(error)", .warning)
        }
    }

    /// Returns the microphones that the user named, or those of the wiring. On a simulated board, the user makes the noise.
    private static func openMicrophones(
        _ device: String?, isSimulated: Bool, queue: RealTimeQueue
    ) throws -> (any AudioInputs)? {
        switch device {
        case nil: return isSimulated ? nil : ALSAInputs()
        case "none": return SimulatedMicrophones(on: nil, time: queue)
        case let name? where name.hasPrefix("file:"):
            return try FileInputs(String(name.dropFirst("file:".count)), time: queue)
        case let name?: return ALSAInputs(insteadOfWired: name)
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
