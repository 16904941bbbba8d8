import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// A simulated board in virtual time: of a bench, of a replay, or of a script.
package final class SimulatedBoard {
    package let time: VirtualTime
    package let chip: SimulatedChip
    package let user: SimulatedUser
    package let board: Board
    /// The tracks of the player.
    package let tracks: SimulatedTracks
    /// The wall clock.
    package let wallClock: VirtualWallClock
    /// The recordings of the microphones, which the player plays, too.
    package let recordings: SimulatedRecordings
    /// The queue that replays a session; nil without one.
    package let replay: ReplayQueue?
    /// The time of the clock before the application starts.
    package let start: Duration
    /// The wiring with the names of the simulated lines.
    let wiring: Wiring

    /// - Parameters:
    ///   - wiring: The devices.
    ///   - lines: The lines of the board; nil for those of the wiring.
    ///   - time: The clock.
    ///   - wallClock: Returns the wall clock; by default, one in Greenwich that begins at 2026-01-01 00:00.
    ///   - session: A session to replay; nil for a board that is worked by its user.
    ///   - timeout: The longest wait for other threads, with a session.
    ///   - seed: The seed of the random numbers without a session.
    ///   - levels: The levels of lines before the start.
    ///   - memories: The parts of the memories that the loops begin from without a session; nil for those of the folder.
    ///   - output: The loudspeaker; nil for one that is not heard.
    ///   - didFail: Called with each failure of the user, the loudspeaker and the devices.
    ///   - loadSound: Returns a sound.
    ///   - wiringForMissing: As of `Board`.
    package init(
        _ wiring: Wiring, lines: [String]? = nil, on time: VirtualTime = VirtualTime(),
        wallClock: (VirtualTime, TimeZoneRules?) -> VirtualWallClock = { VirtualWallClock(zone: $1 ?? .utc, on: $0) },
        replaying session: Session? = nil, timeout: Duration = .seconds(10), seed: UInt64 = 0,
        levels: [String: Level] = [:], memories: [[UInt8]]? = nil, output: (any AudioOutput)? = nil,
        didFail: @escaping @Sendable (any Error) -> Void = { _ in },
        loadSound: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound = SimulatedBoard.silence,
        wiringForMissing: @escaping @Sendable (SimulatedChip, any Device.Type, String) throws -> Wiring? = { _, _, _ in
            nil
        }
    ) throws {
        let lines = lines ?? wiring.lineNames
        let description = BoardDescription.bench(lines: lines)
        let chip = SimulatedChip(lineNames: lines, time: time)
        for (line, level) in levels { try chip.drive(line, level) }
        let placed = try wiring.placed(on: description)
        let replay = session.map { Replay($0, chip: chip, time: time, wiring: placed, timeout: timeout) }
        let output = output ?? SimulatedOutput(format: AudioFormat(rate: 1000, channels: 1), pacedBy: time)
        let inputs = BoardInputs(chip: chip, queue: time, random: RandomNumbers(seed: seed), memories: memories)
        (self.time, self.chip, self.wiring, self.replay, start) = (time, chip, placed, replay?.queue, time.now)
        let clock = wallClock(time, wiring.clock.zone)
        self.wallClock = clock
        let tracks = SimulatedTracks(thread: time)
        self.tracks = tracks
        let recordings = SimulatedRecordings { finished in
            let files = finished.filter { !$0.path.isEmpty }
            tracks.setFolder(
                "/recordings",
                to: files.map { (name: String($0.path.dropFirst("/recordings/".count)), duration: $0.duration) })
        }
        self.recordings = recordings
        user = SimulatedUser(chip: chip, queue: time) { error in if let error { didFail(error) } }
        let engine = try AudioEngine(output: output, on: time) { event in
            if case .failed(let error) = event { didFail(error) }
        }
        var audio = BoardAudio(engine, load: loadSound)
        audio.loading = { $0() }
        (audio.tracks, audio.recordings) = (tracks, recordings)
        board = try Board(
            description, wiring: placed, inputs: replay?.inputs ?? inputs, audio: audio, clock: clock,
            didFail: didFail,
            wiringForMissing: { kind, name in try wiringForMissing(chip, kind, name) })
        self.replay?.carryOutCommands(on: board)
    }

    /// Returns a second of silence.
    @Sendable package static func silence(_ name: SoundName, _ engine: AudioEngine) -> Sound {
        let count = engine.format.frames(in: .seconds(1)) * engine.format.channels
        return Sound(name: "\(name)", format: engine.format, samples: Array(repeating: 0, count: count))
    }
}

extension Wiring {
    /// The lines of all devices, without duplicates, in their natural order: `GPIO4`, `GPIO17`; `PA10`, `PC3`. A wiring does not
    /// name its board, on most of which this is the order of the offsets.
    package var lineNames: [String] { Set(wires.map(\.wire.line.name)).map { NaturalOrder($0) }.sorted().map(\.name) }
}
