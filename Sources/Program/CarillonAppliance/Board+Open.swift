import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonOutlet
import CarillonRealTime
import LinuxGPIO
import LinuxSound

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
    /// - Returns: The board; its clock; and the selected board, timing and sound output in a single line.
    /// - Throws: The reason why the board cannot be opened, in a single line that says what to do.
    static func open(
        _ program: Program, outlets: [any Outlet], console: Console
    ) throws -> (opened: OpenedBoard, clock: MachineClock, summary: String) {
        let name = program.options["board"]
        let description = try describe(name, console: console)
        let wiring = try program.wiring.placed(on: description)
        let queue = try openQueue(for: description, name: program.name)
        let clock = try openClock(program, of: description, zone: wiring.clock.zone, queue: queue)
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
            var audio = BoardAudio(engine, load: wiring.load)
            audio.tracks = NetworkTracks(characterSet: wiring.streams.characterSet)
            audio.synthesizer = EspeakSpeech()
            audio.microphones = try openMicrophones(
                program.options["microphone"], isSimulated: simulated != nil, queue: queue)
            audio.recordings = DiskRecordings(in: StateFolder.ofProgram.path)
            board = try Board(
                description, wiring: wiring, inputs: parts.inputs, stateFolder: .ofProgram, audio: audio, clock: clock,
                didFail: { error in
                    console.report(error, error is ClockNotice ? .warning : .error, at: queue.now)
                })
        } catch {
            for outlet in outlets { outlet.abandon() }
            throw error
        }
        if simulated != nil {
            _ = board.features.observeVisible(includingValues: true, console.show)
        } else {
            _ = queue.perform {
                chip.observePresence { isPresent in
                    console.notice("\(DeviceChange.chip(label: chip.label, isPresent: isPresent))", .warning)
                }
            }
        }
        return (
            OpenedBoard(board, wiring: wiring, queue: queue, simulatedChip: simulated), clock,
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

    /// Returns the clock of the machine, which that of a simulated board begins with, unless the user has set another time.
    private static func openClock(
        _ program: Program, of description: BoardDescription, zone: TimeZoneRules?, queue: RealTimeQueue
    ) throws(UsageError) -> MachineClock {
        let clock = MachineClock(queue)
        guard let time = program.options["clock"] else { return clock }
        guard description.isSimulated else { throw .alone("--clock", without: "--board simulated") }
        guard queue.perform({ clock.set(to: time, zone: zone) }) else {
            throw .malformed("--clock", time, expected: "a time such as 06:59 or \"2026-03-28 22:00\"")
        }
        return clock
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
            let chip = SimulatedChip(lineNames: description.lineNamesByOffset, time: queue)
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
        let chips = board.isSimulated ? "" : " (\(board.chipLabels.joined(separator: ", ")))"
        return "running on \(board.title)\(chips), \(timing), sound: \(engine.outputDescription)"
    }
}

extension BoardChip {
    /// Opens the chips of `board`.
    ///
    /// - Parameters:
    ///   - consumer: The name that the kernel shows for the lines in use.
    ///   - queue: The queue for edge events and for access to the lines.
    /// - Throws: `GPIOError.noChip` or `.noPermission`.
    package convenience init(
        opening board: BoardDescription, consumer: String, queue: RealTimeQueue
    ) throws(GPIOError) {
        var chips: [any GPIOChip] = []
        for label in board.chipLabels {
            chips.append(try GPIODChip(label: label, consumer: consumer, queue: queue))
        }
        self.init(board, chips: chips)
    }
}
