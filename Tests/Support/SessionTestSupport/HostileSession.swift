import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import CarillonSession
import MobiusCore

/// A session of an application that a hostile hand has worked: contacts chatter, edges are lost, the chip is unplugged,
/// and the queue stalls.
package struct HostileSession: Sendable {
    package let session: Session
    /// The work of the loop, as text.
    package let eventLog: [String]
    /// The bytes of the inputs.
    package let bytes: Int
    /// The bytes of the texts of commands among them, which are as long as their sender makes them.
    package var textBytes: Int {
        session.entries.reduce(0) { bytes, entry in
            guard case .command(let path, let payload) = entry.input else { return bytes }
            return bytes + path.utf8.count + payload.utf8.count
        }
    }
    /// The number of inputs.
    package var inputs: Int { session.entries.count }
    /// The model at the end, as text.
    package let lastModel: String

    /// Runs an application on the calling thread, in virtual time, and records it.
    ///
    /// - Parameters:
    ///   - wiring: The application's devices.
    ///   - seed: Equal seeds make equal hands.
    ///   - isGentle: Whether the hand works like that of a user: presses, holds, turns and pauses.
    ///   - duration: The length of the session.
    ///   - clock: The times at which the wall clock is set, after the start, with the seconds since 1970.
    ///   - pause: Called now and then, to let other threads work.
    ///   - makeController: Returns the application's controller.
    package init<Model, Event, Effect>(
        of wiring: Wiring, seed: UInt64, isGentle: Bool = false, lasting duration: Duration,
        clock: [(after: Duration, Int64)] = [], pause: () -> Void = {},
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let queue = HostileTime(start: .nanoseconds(86_400_123_456_789))
        let kernel = KernelClock(queue)
        let board = BoardDescription.bench(lines: wiring.lineNames)
        let placed = try wiring.placed(on: board)
        let chip = SimulatedChip(lineNames: board.lineNames, time: isGentle ? queue : kernel)
        var header = Session.Header(of: placed, on: queue)
        header.seed = seed
        let log = Locked<[Session.Entry]>([])
        let recording = CarillonSession.Recording(header, chip: chip, queue: queue, wiring: placed) { entry in
            log.withLock { $0.append(entry) }
        }
        let output = SimulatedOutput(format: AudioFormat(rate: 1000, channels: 1), pacedBy: queue)
        let wallClock = VirtualWallClock(on: queue)
        for (time, seconds) in clock { _ = queue.schedule(at: queue.now + time) { wallClock.set(to: seconds) } }
        let made = try Board(
            board, wiring: placed, inputs: recording.inputs, audio: Self.audio(to: output, on: queue), clock: wallClock)
        let controller = try makeController(made)
        let eventLog = LoopEventLog<Model, Event, Effect>()
        controller.addMonitor(eventLog)
        let recorder = EventLogRecorder<Model, Event, Effect>(on: recording.queue)
        controller.addMonitor(recorder)
        controller.start()
        let lines = Locked<[EventLogLine]>([])
        let keep = { while let line = recorder.next() { lines.withLock { $0.append(line) } } }
        if isGentle {
            GentleHand(chip: chip, wiring: placed).work(on: queue, seed: seed, for: duration, pause: keep)
        } else {
            var hand = HostileHand(seed: seed, chip: chip, kernel: kernel, lines: placed.inputLines)
            hand.work(on: queue, for: duration) {
                pause()
                keep()
            }
        }
        keep()
        lastModel = queue.perform { "\(controller.model)" }
        recording.queue.finish()
        controller.stop()
        made.close()
        let entries = log.withLock { $0 }
        var encoder = SessionEncoder(start: header.start)
        for entry in entries { encoder.append(entry) }
        bytes = encoder.bytes.count
        var decoder = SessionDecoder(encoder.bytes, start: header.start)
        session = Session(header, entries: decoder.entries(), eventLog: lines.withLock { $0 })
        self.eventLog = eventLog.lines
        precondition(session.entries == entries, "the bytes of a session are another session")
    }

    /// Replays the session with an application.
    ///
    /// - Returns: What the loop did, and the divergence from the session.
    package static func replay<Model, Event, Effect>(
        _ session: Session, of wiring: Wiring, timeout: Duration = .seconds(10),
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws -> (eventLog: [String], divergence: SessionDivergence?) {
        let time = VirtualTime()
        let board = BoardDescription.bench(lines: wiring.lineNames)
        let placed = try wiring.placed(on: board)
        let chip = SimulatedChip(lineNames: board.lineNames, time: time)
        let replay = Replay(session, chip: chip, time: time, wiring: placed, timeout: timeout)
        let output = SimulatedOutput(format: AudioFormat(rate: 1000, channels: 1), pacedBy: time)
        let made = try Board(
            board, wiring: placed, inputs: replay.inputs, audio: audio(to: output, on: time))
        replay.queue.carryOutCommands(on: made)
        let controller = try makeController(made)
        let eventLog = LoopEventLog<Model, Event, Effect>()
        controller.addMonitor(eventLog)
        controller.start()
        replay.queue.play()
        let lines = eventLog.lines
        replay.queue.goOn()
        controller.stop()
        made.close()
        return (lines, replay.queue.divergence)
    }

    /// Tracks of 0.3 to 1.2 s, and one that cannot be read.
    private static func audio(to output: any AudioOutput, on queue: any Scheduler) throws -> BoardAudio {
        var audio = BoardAudio(try AudioEngine(output: output, on: queue), load: silence)
        audio.loading = { $0() }
        let tracks = SimulatedTracks(thread: queue)
        let durations = (1...4).map { (name: "\($0)", duration: Optional(Duration.milliseconds(300 * $0))) }
        tracks.setFolder("/music", to: durations + [(name: "5", duration: nil)])
        audio.tracks = tracks
        return audio
    }

    /// Sounds of 70 ms, some of which end within a session.
    @Sendable private static func silence(_ name: SoundName, _ engine: AudioEngine) -> Sound {
        let count = engine.format.frames(in: .milliseconds(70)) * engine.format.channels
        return Sound(name: "\(name)", format: engine.format, samples: Array(repeating: 0, count: count))
    }
}

/// The work of a loop, as text.
package final class LoopEventLog<Model, Event, Effect>: LoopMonitor, Sendable {
    private let eventLog = Locked<[String]>([])

    package init() {}

    package var lines: [String] { eventLog.withLock { $0 } }

    package func began(_ first: First<Model, Effect>, update: Update<Model, Event, Effect>) {
        add("start: \(first.model)")
    }
    package func willUpdate(_ event: Event) {}
    package func didUpdate(_ model: Model, _ event: Event, _ next: Next<Model, Effect>) { add("\(event): \(next)") }
    package func effectBegan(_ effect: Effect) { add("effect \(effect)") }
    package func effectEnded() {}

    private func add(_ line: String) { eventLog.withLock { $0.append(line) } }
}

extension Wiring {
    /// The lines of all inputs.
    var inputLines: [String] { wires.filter { $0.wire.input != nil }.map(\.wire.line.name) }
}
